import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { authStore } from './auth.ts'
import { AuthMessage } from './auth-message.tsx'
import { confirmInvitation, openInvitation } from './invitation.api.ts'
import { InvitationForm, type InvitationProps, InvitedSignIn } from './invitation-forms.tsx'

type Props = {
  token: string
  /** Leaves for the app, which starts anew with the session. */
  onEntered: () => void
}

/** The page behind the link of an invitation. */
export function InvitationPage({ token, onEntered }: Props) {
  usePageTitle('Convite')
  // As it was on arrival: the form that signs in stays until it has accepted.
  const [user, setUser] = useState(() => authStore.getState().user)
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => openInvitation(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (opened.isPending) return <p role="status">Abrindo o convite…</p>
  if (opened.isError) {
    const isGone = opened.error instanceof ApiError && opened.error.status < 500 && opened.error.status > 0
    return isGone ? <GoneInvitation /> : <LoadError query={opened} title="O convite não abriu" />
  }
  const invitation = opened.data
  const handleAccepted = () => {
    const { planName } = invitation
    showToast(planName ? `Convite aceito: o plano ${planName} é seu.` : 'Convite aceito.', 'success')
    onEntered()
  }
  const shared = { token, invitation, onAccepted: handleAccepted }
  if (user && user.email !== invitation.email) {
    const handleLeave = () =>
      void authStore
        .getState()
        .logout()
        .finally(() => setUser(null))
    return <OtherAccount {...shared} own={user.email} onLeave={handleLeave} />
  }
  if (user) return <OwnAccount {...shared} />
  return invitation.hasAccount ? <InvitedSignIn {...shared} /> : <InvitationForm {...shared} />
}

function OwnAccount({ token, invitation, onAccepted }: InvitationProps) {
  const accept = useMutation({ mutationFn: () => confirmInvitation(token), onSuccess: onAccepted })
  return (
    <AuthMessage
      title="Você tem um convite"
      actions={
        <>
          <FormAlert>{accept.error ? errorText(accept.error) : undefined}</FormAlert>
          <Button size="lg" loading={accept.isPending} onClick={() => accept.mutate()}>
            Aceitar convite
          </Button>
        </>
      }
      footer={<Link to="/app">Agora não</Link>}
    >
      <p>
        {invitation.planName
          ? `O plano ${invitation.planName} passa a valer nesta conta, ${invitation.email}.`
          : `Seu e-mail, ${invitation.email}, fica confirmado nesta conta.`}
      </p>
    </AuthMessage>
  )
}

type OtherProps = InvitationProps & { own: string; onLeave: () => void }

function OtherAccount({ invitation, own, onLeave }: OtherProps) {
  return (
    <AuthMessage
      title="Este convite é de outro e-mail"
      actions={
        <Button size="lg" onClick={onLeave}>
          Sair desta conta e continuar
        </Button>
      }
      footer={<Link to="/app">Ficar nesta conta</Link>}
    >
      <p>
        Você está na conta {own}, e o convite foi enviado para {invitation.email}.
      </p>
    </AuthMessage>
  )
}

const GoneInvitation = () => (
  <AuthMessage
    title="Este convite já não vale"
    actions={
      <LinkButton to="/sign-in" size="lg">
        Entrar
      </LinkButton>
    }
  >
    <p role="alert">
      Ele venceu, já foi usado ou foi trocado por outro mais novo. Se você já aceitou, é só entrar; se não,
      peça outro a quem convidou você.
    </p>
  </AuthMessage>
)
