import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { FormGroup } from '#client/ui/forms/form-group.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { PlanExternal, PlanForm } from '#shared/contract/plans-admin.ts'
import type { Fields } from './plan-fields.tsx'
import { EXTERNAL_LABELS } from './plan-texts.ts'
import { externalOf, externalsOf } from './plan-values.ts'
import classes from './provider-id-fields.module.css'

const CHOICES = selectOptions(EXTERNAL_LABELS)

export function ExternalFields({ form, known }: Fields & { known: readonly PlanExternal[] }) {
  const field = useRef<HTMLInputElement>(null)
  const { externals, newExternal, newExternalKind, stripePriceId } = form.values
  const add = async () => {
    const { hasError } = await form.validateField('newExternal')
    if (!hasError) {
      form.setFieldValue('externals', externalsOf(form.values))
      form.setFieldValue('newExternal', '')
    }
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || newExternal.trim() === '') return
    // Enter adds the typed code instead of submitting the form.
    event.preventDefault()
    void add()
  }
  const remove = (key: string) => {
    form.setFieldValue(
      'externals',
      externals.filter((it) => it !== key),
    )
    field.current?.focus()
  }
  const error = form.errors.externals
  return (
    <FormGroup
      title="Códigos de venda"
      lead="Quando chega uma compra de um deles, é este plano que ela abre. Um produto pode ter várias ofertas: cada uma tem o seu código."
    >
      {externals.length > 0 && (
        <Stack as="ul" aria-label="Códigos deste plano">
          {externals.map((key) => (
            <Code key={key} code={key} known={known} price={stripePriceId} onRemove={() => remove(key)} />
          ))}
        </Stack>
      )}
      <div className={classes.adding}>
        <NativeSelect
          label="Código de"
          size="lg"
          name="newExternalKind"
          rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
          rightSectionPointerEvents="none"
          data={CHOICES}
          value={newExternalKind}
          onChange={(event) =>
            form.setFieldValue('newExternalKind', event.currentTarget.value as PlanForm['newExternalKind'])
          }
        />
        <TextInput
          ref={field}
          label="Código"
          size="lg"
          name="newExternal"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          onKeyDown={handleKey}
          {...form.getInputProps('newExternal')}
          error={form.errors.newExternal ?? error}
        />
        <Button variant="default" size="lg" className={classes.add} onClick={() => void add()}>
          Adicionar
        </Button>
      </div>
      <p className={text.hint}>
        Compra com código que não está em nenhum plano espera em Webhooks, e dali se liga com um toque.
      </p>
    </FormGroup>
  )
}

type CodeProps = { code: string; known: readonly PlanExternal[]; price: string; onRemove: () => void }

function Code({ code, known, price, onRemove }: CodeProps) {
  const { choice, externalId } = externalOf(code)
  const name = known.find(
    (it) => it.externalId === externalId && `${it.provider}:${it.kind}` === choice,
  )?.name
  const kind = EXTERNAL_LABELS[choice as PlanForm['newExternalKind']]
  const isPrice = choice === 'stripe:price' && externalId === price
  return (
    <Row as="li" justify="between" wrap={false} className={classes.code}>
      <Stack as="span" gap={4} className={classes.words}>
        <span className={classes.kind}>{kind}</span>
        {name && <span className={classes.name}>{name}</span>}
        <code className={classes.id}>{externalId}</code>
      </Stack>
      {isPrice ? (
        <span className={classes.kept}>É o preço acima</span>
      ) : (
        <button
          type="button"
          className={iconButton.fill}
          aria-label={`Tirar ${kind}: ${name ?? externalId}`}
          title="Tirar"
          onClick={onRemove}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </Row>
  )
}
