import { Button, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { type Credential, CredentialForm } from '#shared/contract/credentials.ts'
import { PROVIDERS } from './credential-texts.ts'
import { credentialCalls } from './credentials.api.ts'

type Props = { credential: Credential; onSaved: (credential: Credential) => void; onDismiss: () => void }

const Name = z.pick(CredentialForm, { name: true })
const Key = z.pick(CredentialForm, { credentials: true })

export function RenameCredential({ credential, onSaved, onDismiss }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    inputSize: 'lg',
    schema: Name,
    initialValues: { name: credential.name },
    submit: async (parsed) => onSaved(await credentialCalls.update(credential.id, parsed)),
  })
  return (
    <Sheet title="Renomear a chave" onDismiss={onDismiss}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextInput label="Nome" autoComplete="off" {...form.getInputProps('name')} />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Salvar
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

export function ReplaceKey({ credential, onSaved, onDismiss }: Props) {
  const { name, example, keys } = PROVIDERS[credential.provider]
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    inputSize: 'lg',
    schema: Key,
    initialValues: { credentials: '' },
    submit: async (parsed) => onSaved(await credentialCalls.update(credential.id, parsed)),
  })
  return (
    <Sheet title={`Trocar a chave “${credential.name}”`} onDismiss={onDismiss}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} autoComplete="off">
        <PasswordField
          label={`Nova chave da ${name}`}
          what="chave"
          description={`Você cria e copia a chave em ${keys}. A que termina em ${credential.lastFour} deixa de ser usada.`}
          placeholder={example}
          autoComplete="off"
          autoCorrect="off"
          {...form.getInputProps('credentials')}
        />
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Testar e salvar
          </Button>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}
