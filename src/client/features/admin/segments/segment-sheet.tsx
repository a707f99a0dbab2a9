import { Button, TextInput } from '@mantine/core'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { SegmentForm } from '#shared/contract/users-form.ts'
import classes from './segments.module.css'

type Props = {
  title: string
  lead: string
  submit: string
  name: string
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a segment. */
export function SegmentSheet({ title, lead, submit, name, onSubmit, onClose }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: SegmentForm,
    initialValues: { name },
    inputSize: 'lg',
    submit: async (parsed) => {
      await onSubmit(parsed.name)
      onClose()
    },
  })
  return (
    <Sheet title={title} onDismiss={onClose}>
      <p>{lead}</p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput label="Nome do segmento" autoComplete="off" {...form.getInputProps('name')} />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            {submit}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
