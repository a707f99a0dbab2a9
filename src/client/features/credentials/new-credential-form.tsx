import { Button, TextInput } from '@mantine/core'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { type Credential, CredentialForm, CredentialProvider } from '#shared/contract/credentials.ts'
import { CheckLine } from './check-field.tsx'
import { PROVIDERS } from './credential-texts.ts'
import { credentialCalls } from './credentials.api.ts'
import classes from './credentials.module.css'

type Props = {
  /** The first key is in use from the start. */
  isFirst: boolean
  onSaved: (credential: Credential) => void
  onDismiss: () => void
}

/** Adds a key. No draft: a key must never be stored in the browser. */
export function NewCredential({ isFirst, onSaved, onDismiss }: Props) {
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    inputSize: 'lg',
    schema: CredentialForm,
    initialValues: {
      provider: 'openai' as CredentialProvider,
      name: '',
      credentials: '',
      isActive: isFirst,
      allowsFallback: false,
    },
    submit: async (parsed) => onSaved(await credentialCalls.create(parsed)),
  })
  const { provider } = form.values
  return (
    <Sheet title="Adicionar uma chave" onDismiss={onDismiss}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} autoComplete="off">
        <fieldset className={classes.providers}>
          <legend>Provedor</legend>
          {CredentialProvider.options.map((option) => (
            <label key={option} className={classes.provider}>
              <input
                type="radio"
                name="provider"
                value={option}
                checked={option === provider}
                onChange={() => form.setFieldValue('provider', option)}
              />
              {PROVIDERS[option].name}
            </label>
          ))}
        </fieldset>
        <TextInput
          label="Nome"
          description="Para você reconhecer depois."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <PasswordField
          label="Chave"
          what="chave"
          description={`Você cria e copia a chave em ${PROVIDERS[provider].keys}.`}
          placeholder={PROVIDERS[provider].example}
          autoComplete="off"
          autoCorrect="off"
          {...form.getInputProps('credentials')}
        />
        <CheckLine
          label="Usar nas minhas conversas"
          note="As próximas respostas saem com ela, por sua conta, sem gastar as mensagens do seu plano."
          isChecked={form.values.isActive}
          onChange={(isChecked) => form.setFieldValue('isActive', isChecked)}
        />
        <CheckLine
          label="Se ela for recusada, usar a da casa"
          note="Sem isso, a resposta não sai e a conversa diz por quê."
          isChecked={form.values.allowsFallback}
          onChange={(isChecked) => form.setFieldValue('allowsFallback', isChecked)}
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
