import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { QueryState } from '#client/lib/query-state.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import type { OwnSession } from '#shared/contract/auth-calls.ts'
import type { Me } from '#shared/contract/me.ts'
import classes from './me.module.css'
import { MeContact } from './me-contact.tsx'
import { MeData } from './me-data.tsx'
import { MeHero } from './me-hero.tsx'
import { MePassword } from './me-password.tsx'
import { MeSection } from './me-section.tsx'
import { MeSessions } from './me-sessions.tsx'

type Props = {
  user: SessionUser
  me: QueryState<Me>
  sessions: QueryState<OwnSession[]>
  /** What the account may use. */
  plan: ReactNode
  /** An administrator looks through this person's eyes: what guards the account is not theirs to touch. */
  isImpersonated: boolean
  /** Called once the account is gone. */
  onDeleted: () => void
}

export function MePage({ user, me, sessions, plan, isImpersonated, onDeleted }: Props) {
  useDocumentTitle('Seu perfil · Elenco')
  return (
    <div className={classes.page}>
      <MeHero user={user} since={me.data?.createdAt} />
      <MeSection title="Seu plano" lead="O que ele abre, quanto você usou dele e até quando vale.">
        {plan}
      </MeSection>
      <MeContact user={user} isImpersonated={isImpersonated} />
      {isImpersonated ? (
        <MeSection title="Só com a própria pessoa" lead="Aparelhos, senha e dados.">
          <p className={classes.soft}>
            Você está na conta de {user.name} como administração. Sessões, senha, cópia dos dados e exclusão
            ficam com quem é dono da conta.
          </p>
        </MeSection>
      ) : (
        <>
          <MeSessions sessions={sessions} />
          <MePassword user={user} hasPassword={me.data?.hasPassword ?? true} />
          <MeData hasPassword={me.data?.hasPassword ?? true} onDeleted={onDeleted} />
        </>
      )}
    </div>
  )
}
