import { IconCircleCheck } from '@tabler/icons-react'
import { ResendButton } from '#client/components/resend-button.tsx'
import { formatPhone } from '#client/lib/phone.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import { meCalls } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'

/** How the person is reached, and whether the address is proved. */
export function MeContact({ user, isImpersonated }: { user: SessionUser; isImpersonated: boolean }) {
  return (
    <MeSection title="Contato" lead="Só você e a administração veem.">
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
          {!user.emailVerified && isImpersonated && <span className={classes.soft}>não confirmado</span>}
        </dd>
        <dt>Telefone</dt>
        <dd>{user.phoneNumber ? formatPhone(user.phoneNumber) : 'Nenhum'}</dd>
      </dl>
      {!user.emailVerified && !isImpersonated && (
        <div className={classes.notice}>
          <p>
            <strong>Seu e-mail ainda não está confirmado.</strong> Abra o link que enviamos: é por ele que
            você recupera a conta se esquecer a senha.
          </p>
          <ResendButton
            variant="default"
            send={() => meCalls.sendVerificationEmail(user.email)}
            sentText={`Enviamos um link para ${user.email}.`}
          >
            Reenviar e-mail
          </ResendButton>
        </div>
      )}
    </MeSection>
  )
}
