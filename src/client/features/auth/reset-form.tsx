import { useState } from 'react'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { PasswordStrength } from '#client/ui/forms/password-strength.tsx'
import { ResetForm as ResetSchema } from '#shared/contract/auth.ts'
import { resetPassword } from './auth.api.ts'
import { AuthForm, ToSignIn } from './auth-form.tsx'
import { AuthMessage } from './auth-message.tsx'

type Props = {
  /** From the mail. */
  token: string | undefined
  /** The account has no password yet. */
  isFirst: boolean
  onReset: () => void
}

export function ResetForm({ token, isFirst, onReset }: Props) {
  const [isSpent, setSpent] = useState(false)
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: ResetSchema,
    initialValues: { newPassword: '', confirmPassword: '' },
    submit: async ({ newPassword }) => {
      try {
        await resetPassword({ newPassword, token: token ?? '' })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'INVALID_TOKEN')) throw error
        return setSpent(true)
      }
      onReset()
    },
  })

  if (!token || isSpent) return <SpentLink />
  return (
    <AuthForm
      title={isFirst ? 'Crie sua senha' : 'Crie outra senha'}
      lead={
        isFirst ? FIRST_LEAD : 'Quando você salvar, todos os aparelhos saem da conta e só a senha nova vale.'
      }
      submitLabel="Salvar senha"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={<ToSignIn />}
    >
      <PasswordField
        label="Nova senha"
        name="new-password"
        description="No mínimo 8 caracteres, com maiúscula, minúscula e número"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('newPassword')}
      />
      <PasswordStrength password={form.values.newPassword} />
      <PasswordField
        label="Confirme a nova senha"
        name="confirm-password"
        autoComplete="new-password"
        size="lg"
        {...form.getInputProps('confirmPassword')}
      />
    </AuthForm>
  )
}

const FIRST_LEAD =
  'Seu e-mail está confirmado. Como o link foi aberto em um navegador que ainda não conhecia a conta, a senha de antes deixou de valer: escolha a sua agora.'

const SpentLink = () => (
  <AuthMessage
    title="Este link já não vale"
    actions={
      <LinkButton to="/forgot" size="lg">
        Pedir outro link
      </LinkButton>
    }
    footer={<ToSignIn />}
  >
    <p role="alert">
      Ele expirou ou já foi usado: cada link para criar uma senha vale por pouco tempo e uma vez só.
    </p>
  </AuthMessage>
)
