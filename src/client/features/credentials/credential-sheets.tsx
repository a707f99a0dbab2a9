import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { type Credential, CredentialForm } from '#shared/contract/credentials.ts'
import { PROVIDERS } from './credential-texts.ts'
import { credentialCalls } from './credentials.api.ts'

type SheetProps = {
  title: string
  submitLabel?: string
  state: Pick<ReturnType<typeof useContractForm>, 'isSubmitting' | 'failure' | 'handleSubmit'>
  onDismiss: () => void
  children: ReactNode
}

/** A sheet with the form of a key. */
export const KeySheet = ({ title, submitLabel, state, onDismiss, children }: SheetProps) => (
  <Sheet title={title} onDismiss={onDismiss}>
    <Stack as="form" gap={20} noValidate onSubmit={state.handleSubmit} autoComplete="off">
      {children}
      <FormAlert>{state.failure}</FormAlert>
      <Row gap={12}>
        <Button type="submit" loading={state.isSubmitting}>
          {submitLabel ?? 'Testar e salvar'}
        </Button>
        <Button variant="default" onClick={onDismiss}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  </Sheet>
)

type Props = { credential: Credential; onSaved: (credential: Credential) => void; onDismiss: () => void }

const Name = z.pick(CredentialForm, { name: true })
const Key = z.pick(CredentialForm, { credentials: true })

export function RenameCredential({ credential, onSaved, onDismiss }: Props) {
  const state = useContractForm({
    inputSize: 'lg',
    schema: Name,
    initialValues: { name: credential.name },
    submit: async (parsed) => onSaved(await credentialCalls.update(credential.id, parsed)),
  })
  return (
    <KeySheet title="Renomear a chave" submitLabel="Salvar" state={state} onDismiss={onDismiss}>
      <TextInput label="Nome" autoComplete="off" {...state.form.getInputProps('name')} />
    </KeySheet>
  )
}

export function ReplaceKey({ credential, onSaved, onDismiss }: Props) {
  const { name, example, keys } = PROVIDERS[credential.provider]
  const state = useContractForm({
    inputSize: 'lg',
    schema: Key,
    initialValues: { credentials: '' },
    submit: async (parsed) => onSaved(await credentialCalls.update(credential.id, parsed)),
  })
  return (
    <KeySheet title={`Trocar a chave “${credential.name}”`} state={state} onDismiss={onDismiss}>
      <PasswordField
        label={`Nova chave da ${name}`}
        what="chave"
        description={`Você cria e copia a chave em ${keys}. A que termina em ${credential.lastFour} deixa de ser usada.`}
        placeholder={example}
        autoComplete="off"
        autoCorrect="off"
        {...state.form.getInputProps('credentials')}
      />
    </KeySheet>
  )
}
