import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WaitingPurchase } from '#client/entities/billing/waiting-purchase.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import { ConfirmPurchaseClaim } from './confirm-purchase-claim.tsx'
import { meQueries } from './me.api.ts'
import classes from './me.module.css'
import { MeContact } from './me-contact.tsx'
import { MeData } from './me-data.tsx'
import { MeHero } from './me-hero.tsx'
import { MeImpersonations } from './me-impersonations.tsx'
import { MeMails } from './me-mails.tsx'
import { MePassword } from './me-password.tsx'
import { MeReports } from './me-reports.tsx'
import { MeSection } from './me-section.tsx'
import { MeSessions } from './me-sessions.tsx'
import { MeSecurity } from './security/me-security.tsx'

type Props = {
  user: SessionUser
  plan: ReactNode
  /** Hides sessions, password, security and data from an impersonating administrator. */
  isImpersonated: boolean
  /** Token of a purchase claim's mail; `onConfirmed` must remove it from the address. */
  claim: string | undefined
  onConfirmed: () => void
  onSignOut: () => void
}

export function MePage({ user, plan, isImpersonated, claim, onConfirmed, onSignOut }: Props) {
  usePageTitle('Seu perfil')
  const me = useQuery(meQueries.current())
  const sessions = useQuery({ ...meQueries.sessions(), enabled: !isImpersonated })
  const handleDeleted = () => {
    showToast('Sua conta foi excluída. Foi bom ter você aqui.', 'success')
    onSignOut()
  }
  return (
    <div className={classes.page}>
      <MeHero user={user} since={me.data?.createdAt} />
      <MeSection
        place="plano"
        title="Seu plano"
        lead="O que ele abre, quanto você usou dele e até quando vale."
      >
        {!isImpersonated && <WaitingPurchase email={user.email} />}
        {plan}
      </MeSection>
      <MeContact user={user} isImpersonated={isImpersonated} />
      {isImpersonated ? (
        <MeSection title="Só com a própria pessoa" lead="Aparelhos, senha, segurança e dados.">
          <p className={classes.soft}>
            Você está na conta de {user.name} como administração. Sessões, senha, segurança, cópia dos dados e
            exclusão ficam com quem é dono da conta.
          </p>
        </MeSection>
      ) : (
        <>
          <MeSessions sessions={sessions} />
          <MePassword user={user} hasPassword={me.data?.hasPassword ?? true} />
          <MeSecurity
            email={user.email}
            deviceName={sessions.data?.find(({ isCurrent }) => isCurrent)?.device ?? 'Este aparelho'}
          />
          <MeMails />
          <MeImpersonations />
          <MeReports />
          <MeData hasPassword={me.data?.hasPassword ?? true} onDeleted={handleDeleted} />
        </>
      )}
      {claim && !isImpersonated && <ConfirmPurchaseClaim token={claim} onDone={onConfirmed} />}
    </div>
  )
}
