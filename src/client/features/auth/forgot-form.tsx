import { useState } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import textButton from '#client/ui/buttons/text-button.module.css'
import { EmailForm } from '#shared/contract/auth.ts'
import { requestPasswordReset } from './auth.api.ts'
import { AuthForm, EmailField, ToSignIn } from './auth-form.tsx'
import { AuthMessage } from './auth-message.tsx'

/** Requests a reset mail. Its texts do not reveal whether an address has an account. */
export function ForgotForm() {
  const [askedFor, setAskedFor] = useState<string>()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: EmailForm,
    initialValues: { email: '' },
    submit: async ({ email }) => {
      await requestPasswordReset(email)
      setAskedFor(email)
    },
  })

  if (askedFor) {
    return (
      <AuthMessage
        title="Agora, veja seu e-mail"
        actions={
          <ResendButton
            isSent
            size="lg"
            fullWidth
            send={() => requestPasswordReset(askedFor)}
            sentText="Pedido feito de novo. O e-mail pode levar um minuto."
          >
            Enviar outro link
          </ResendButton>
        }
        footer={<ToSignIn />}
      >
        <p role="status">
          Se <strong>{askedFor}</strong> tem uma conta {inHouse('no Elenco')}, um link para criar outra senha
          está a caminho.
        </p>
        <p>
          O link vale por pouco tempo e uma vez só. Não chegou? Olhe no spam, ou{' '}
          <button type="button" className={textButton.inline} onClick={() => setAskedFor(undefined)}>
            use outro e-mail
          </button>
          .
        </p>
      </AuthMessage>
    )
  }
  return (
    <AuthForm
      title="Esqueceu a senha?"
      lead="Acontece. Diga o e-mail da sua conta e enviamos um link para criar outra."
      submitLabel="Enviar link"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={<ToSignIn />}
    >
      <EmailField {...form.getInputProps('email')} />
    </AuthForm>
  )
}
