import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { HouseForm } from '#shared/contract/house.ts'
import classes from './house.module.css'
import { shiftText } from './house-values.ts'

/** The colour that ships, as a start for the browser's own palette. */
const SHIPPED = '#ff6a2b'

export function AccentField({ form }: { form: UseFormReturnType<HouseForm> }) {
  const { accent } = form.values
  const chosen = accent.trim().toLowerCase()
  const shift = shiftText(chosen)
  return (
    <Stack gap={12}>
      <Row gap={12} align="end">
        <TextInput
          className={classes.hex}
          label="Cor de destaque (opcional)"
          description="De botões, links e marcas. Vazio: a que vem com o produto."
          placeholder={SHIPPED}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('accent')}
        />
        <input
          type="color"
          className={classes.palette}
          aria-label="Escolher a cor em uma paleta"
          value={shift ? chosen : SHIPPED}
          onChange={(event) => form.setFieldValue('accent', event.currentTarget.value)}
        />
        {accent !== '' && (
          <Button variant="subtle" size="lg" onClick={() => form.setFieldValue('accent', '')}>
            Voltar à original
          </Button>
        )}
      </Row>
      <p role="status" className={text.hint}>
        {shift}
      </p>
    </Stack>
  )
}
