import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import { EmailForm } from '#shared/contract/auth.ts'
import { sendVerificationEmail } from './auth.api.ts'
import { useAuth } from './auth.ts'
import { AuthForm, EmailField } from './auth-form.tsx'
import { AuthMessage } from './auth-message.tsx'
import { ConfirmEmail } from './confirm-email.tsx'

/** Error code of an invalid confirmation link; every other code comes from a sign-in through Google. */
const OF_CONFIRMATION = new Set(['TOKEN_EXPIRED', 'INVALID_TOKEN', 'USER_NOT_FOUND', 'INVALID_USER'])

const ACCOUNT_EXISTS =
  'Já existe uma conta com esse e-mail. Entre com a senha; se a esqueceu, peça um link para criar outra.'

// The URL's error text is not shown: an attacker can set it.
const SUSPENDED =
  'Esta conta está suspensa. O motivo e o prazo aparecem ao entrar com e-mail e senha; sem senha, pergunte a quem opera esta instalação.'

const GOOGLE_SENTENCES: Record<string, string> = {
  access_denied: 'Você cancelou a entrada com o Google. Nada mudou.',
  account_not_linked: ACCOUNT_EXISTS,
  unable_to_link_account: ACCOUNT_EXISTS,
  account_already_linked_to_different_user: inHouse(
    'Essa conta do Google já está ligada a outra conta do Elenco.',
  ),
  email_not_found: 'O Google não informou o seu e-mail, e sem ele não dá para criar a conta.',
  email_not_verified: 'O Google ainda não confirmou esse e-mail. Confirme-o lá e tente de novo.',
  banned: SUSPENDED,
  BANNED_USER: SUSPENDED,
}

const GOOGLE_FAILED = 'A entrada com o Google não se completou. Tente de novo.'

/** Explains a failed callback from a mail link or Google, and the next step. */
export function CallbackFailure({ code }: { code: string }) {
  const isSpent = OF_CONFIRMATION.has(code)
  usePageTitle(isSpent ? SPENT : 'Não deu para entrar')
  if (isSpent) return <SpentConfirmation />
  return (
    <AuthMessage
      title="Não deu para entrar"
      actions={
        <LinkButton to="/sign-in" size="lg">
          Voltar para a entrada
        </LinkButton>
      }
    >
      <p role="alert">{GOOGLE_SENTENCES[code] ?? GOOGLE_FAILED}</p>
    </AuthMessage>
  )
}

const SPENT = 'Este link já não vale'
const SPENT_WHY = 'Ele expirou ou não está completo.'

function SpentConfirmation() {
  const user = useAuth((state) => state.user)
  const [sentTo, setSentTo] = useState<string>()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: EmailForm,
    initialValues: { email: '' },
    submit: async ({ email }) => {
      await sendVerificationEmail(email)
      setSentTo(email)
    },
  })
  if (sentTo) return <ConfirmEmail email={sentTo} onOther={() => setSentTo(undefined)} />
  if (user) {
    return (
      <AuthMessage
        title={SPENT}
        actions={
          <ResendButton
            size="lg"
            fullWidth
            send={() => sendVerificationEmail(user.email)}
            sentText={`Enviamos outro link para ${user.email}.`}
          >
            Enviar outro e-mail
          </ResendButton>
        }
        footer={<Link to="/app">Ir para o app</Link>}
      >
        <p role="alert">
          {SPENT_WHY} Seu e-mail, <strong>{user.email}</strong>, ainda não está confirmado.
        </p>
      </AuthMessage>
    )
  }
  return (
    <AuthForm
      title={SPENT}
      lead={`${SPENT_WHY} Diga o e-mail da conta e enviamos outro.`}
      submitLabel="Enviar outro e-mail"
      isSubmitting={isSubmitting}
      error={failure}
      onSubmit={handleSubmit}
      footer={
        <>
          Já confirmou? <Link to="/sign-in">Entrar</Link>
        </>
      }
    >
      <EmailField {...form.getInputProps('email')} />
    </AuthForm>
  )
}
