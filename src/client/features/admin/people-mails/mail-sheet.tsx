import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { changesOf, formDraftKey, readFormDraft, saveFormDraft } from '#client/lib/forms/form-draft.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { PeopleMailSelection } from '#shared/contract/people-mails.ts'
import { PeopleMailForm } from '#shared/contract/users-form.ts'
import { MailCheck } from './mail-check.tsx'
import classes from './people-mails.module.css'

type Props = {
  chosen: PeopleMailSelection
  ownId: string
  onStarted: () => void
  onClose: () => void
}

const EMPTY: PeopleMailForm = { subject: '', content: '' }

/** Writes a mail to the chosen people, shows it, and sends it. The browser keeps the text until then. */
export function MailSheet({ chosen, ownId, onStarted, onClose }: Props) {
  const place = formDraftKey(ownId, 'people-mail')
  const [initialValues] = useState(() => ({ ...EMPTY, ...readFormDraft(place, EMPTY) }))
  const [written, setWritten] = useState<PeopleMailForm>()
  const { form, handleSubmit } = useContractForm({
    schema: PeopleMailForm,
    initialValues,
    inputSize: 'lg',
    submit: async (parsed) => setWritten(parsed),
  })
  const { values } = form
  useEffect(() => saveFormDraft(place, changesOf(EMPTY, values)), [place, values])
  if (written) {
    const { userIds, filter } = chosen
    return (
      <MailCheck
        mail={written}
        selection={filter ? { filter } : { userIds }}
        onBack={() => setWritten(undefined)}
        onStarted={() => {
          saveFormDraft(place, {})
          onClose()
          onStarted()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <Sheet title="Enviar um e-mail" onDismiss={onClose} isWide>
      <p>Cada pessoa recebe o seu, com o nome e o logo da casa e um link para não receber mais.</p>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        <TextInput label="Assunto" autoComplete="off" {...form.getInputProps('subject')} />
        <Textarea
          label="Texto"
          description="Uma linha em branco separa parágrafos, e um endereço vira link. {nome} vira o primeiro nome de cada pessoa, também no assunto."
          autosize
          minRows={8}
          maxRows={16}
          {...form.getInputProps('content')}
        />
        <Row gap={12}>
          <Button type="submit">Conferir</Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
