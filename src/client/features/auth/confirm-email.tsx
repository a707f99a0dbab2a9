import { Link } from '@tanstack/react-router'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import textButton from '#client/ui/buttons/text-button.module.css'
import { sendVerificationEmail } from './auth.api.ts'
import { AuthMessage } from './auth-message.tsx'

type Props = {
  email: string
  /** Returns to the form, for a mistyped address. */
  onOther: () => void
}

/** Asks a new account to confirm its address, where sign-in requires that. */
export function ConfirmEmail({ email, onOther }: Props) {
  return (
    <AuthMessage
      title="Confirme seu e-mail"
      actions={
        <ResendButton
          isSent
          size="lg"
          fullWidth
          send={() => sendVerificationEmail(email)}
          sentText="Enviamos de novo. O link anterior também continua valendo."
        >
          Reenviar e-mail
        </ResendButton>
      }
      footer={
        <>
          Já confirmou? <Link to="/sign-in">Entrar</Link>
        </>
      }
    >
      <p>
        Enviamos um link para <strong>{email}</strong>. Abra-o e a sua conta fica pronta.
      </p>
      <p>
        Não chegou? Olhe no spam e nas promoções. Se o endereço tem um erro,{' '}
        <button type="button" className={textButton.inline} onClick={onOther}>
          use outro e-mail
        </button>
        .
      </p>
    </AuthMessage>
  )
}
