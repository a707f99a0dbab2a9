import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  addPasskey,
  deletePasskey,
  passkeyErrorText,
  renamePasskey,
} from '#client/entities/account/passkeys.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Passkey } from '#shared/contract/second-factor.ts'
import { PasskeyNameForm } from '#shared/contract/second-factor-form.ts'

type NameProps = {
  title: string
  lead?: ReactNode
  name: string
  submitLabel: string
  save: (name: string) => Promise<unknown>
  onDone: () => void
  onDismiss: () => void
}

function NameSheet({ title, lead, name, submitLabel, save, onDone, onDismiss }: NameProps) {
  const [failure, setFailure] = useState<string>()
  const { form, isSubmitting, handleSubmit } = useContractForm({
    schema: PasskeyNameForm,
    inputSize: 'lg',
    initialValues: { name },
    submit: async (parsed) => {
      setFailure(undefined)
      try {
        await save(parsed.name)
      } catch (error) {
        return setFailure(passkeyErrorText(error))
      }
      onDone()
    },
  })
  return (
    <Sheet title={title} onDismiss={onDismiss}>
      {lead}
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextInput label="Nome" autoComplete="off" {...form.getInputProps('name')} />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            {submitLabel}
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

type AddProps = { deviceName: string; onDone: () => void; onDismiss: () => void }

export const AddPasskeySheet = ({ deviceName, ...rest }: AddProps) => (
  <NameSheet
    title="Criar uma chave de acesso"
    lead={
      <p className={text.soft}>
        Dê um nome que diga onde ela fica. Depois o navegador pede a digital, o rosto ou o PIN deste aparelho.
      </p>
    }
    name={deviceName}
    submitLabel="Criar chave"
    save={addPasskey}
    {...rest}
  />
)

type OneProps = { passkey: Passkey; onDone: () => void; onDismiss: () => void }

export const RenamePasskeySheet = ({ passkey, ...rest }: OneProps) => (
  <NameSheet
    title="Renomear a chave de acesso"
    name={passkey.name}
    submitLabel="Salvar"
    save={(name) => renamePasskey(passkey.id, name)}
    {...rest}
  />
)

export const DeletePasskeySheet = ({ passkey, onDone, onDismiss }: OneProps) => (
  <ConfirmSheet
    title={`Excluir “${passkey.name}”?`}
    confirmLabel="Excluir"
    onConfirm={async () => {
      await deletePasskey(passkey.id)
      onDone()
    }}
    onClose={onDismiss}
  >
    <p className={text.soft}>
      Esta chave de acesso deixa de abrir a sua conta. O aparelho não fica sabendo: apague também a cópia que
      está no gerenciador de senhas dele.
    </p>
  </ConfirmSheet>
)
