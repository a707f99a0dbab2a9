import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { formatPhone } from '#client/lib/text/phone.ts'
import { ResendButton } from '#client/ui/buttons/resend-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import { ChangeEmail } from './change-email.tsx'
import { meCalls } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

export function MeContact({ user, isImpersonated }: { user: SessionUser; isImpersonated: boolean }) {
  return (
    <MeSection place="contato" title="Contato" lead="Só você e a administração veem.">
      <dl className={classes.facts}>
        <dt>E-mail</dt>
        <dd>
          {user.email}
          {user.emailVerified && (
            <span className={classes.proved}>
              <IconCircleCheck size={18} aria-hidden />
              confirmado
            </span>
          )}
          {!user.emailVerified && isImpersonated && <span className={classes.soft}> não confirmado</span>}
        </dd>
        <dt>Telefone</dt>
        <dd>{user.phoneNumber ? formatPhone(user.phoneNumber) : 'Nenhum'}</dd>
      </dl>
      {!user.emailVerified && !isImpersonated && <Unconfirmed email={user.email} />}
      {!isImpersonated && <ChangeEmail />}
    </MeSection>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const subscription = useQuery(subscriptionQueries.current())
  // `WaitingPurchase` offers the mail to a buyer.
  if (subscription.data?.waiting === 'verify-email') {
    return <p className={classes.soft}>Ainda não confirmado: o link para confirmar está em “Seu plano”.</p>
  }
  return (
    <Stack gap={12} className={callout.root}>
      <p>
        <strong>Seu e-mail ainda não está confirmado.</strong> Abra o link que enviamos: é por ele que você
        recupera a conta se esquecer a senha.
      </p>
      <ResendButton
        variant="default"
        send={() => meCalls.sendVerificationEmail(email)}
        sentText={`Enviamos um link para ${email}.`}
      >
        Reenviar e-mail
      </ResendButton>
    </Stack>
  )
}
