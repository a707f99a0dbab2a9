import { formatMoment } from '#client/lib/text/format.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import type { PeopleAction } from '#shared/contract/people-actions.ts'
import type { AdminUser, Subscription } from '#shared/contract/users.ts'

export const ROLE_LABELS = { admin: 'Administração', user: 'Usuário' } as const

export const ROLES = [
  { value: 'user', label: ROLE_LABELS.user },
  { value: 'admin', label: ROLE_LABELS.admin },
]

export const STATUS_LABELS = {
  active: 'Ativas',
  banned: 'Suspensas',
  unverified: 'E-mail não confirmado',
} as const

export const PROVIDER_LABELS: Record<Subscription['provider'], string> = {
  auto: 'Automática',
  manual: 'Dada pela administração',
  stripe: 'Stripe',
  hubla: 'Hubla',
}

export const SUBSCRIPTION_LABELS: Record<Subscription['status'], string> = {
  active: 'Ativa',
  inactive: 'Inativa',
  canceled: 'Encerrada',
  expired: 'Vencida',
}

export const banEnd = ({ banExpires }: Pick<AdminUser, 'banExpires'>): string =>
  banExpires ? `até ${formatMoment(banExpires)}` : 'por tempo indeterminado'

/** "40 mensagens". */
export const countText = (messages: number): string =>
  messages === 1 ? '1 mensagem' : `${formatCount(messages)} mensagens`
export const peopleText = (count: number) => (count === 1 ? '1 pessoa' : `${formatCount(count)} pessoas`)

/** What an action on many people does. */
export function actionText({ kind, planName }: Pick<PeopleAction, 'kind' | 'planName'>): string {
  if (kind === 'set-plan') return `Dar o plano ${planName}`
  if (kind === 'end-plan') return 'Encerrar o plano dado'
  return kind === 'suspend' ? 'Suspender' : 'Encerrar a suspensão'
}

/** The result of an action on many people: "40 pessoas mudaram, 2 já estavam assim, 1 ficou de fora." */
export function resultText({ status, changed, unchanged, skipped }: PeopleAction): string {
  const parts = [
    `${peopleText(changed)} ${changed === 1 ? 'mudou' : 'mudaram'}`,
    unchanged > 0 && `${formatCount(unchanged)} já ${unchanged === 1 ? 'estava' : 'estavam'} assim`,
    skipped > 0 && `${formatCount(skipped)} ${skipped === 1 ? 'ficou' : 'ficaram'} de fora`,
  ]
  return `${status === 'canceled' ? 'cancelada. ' : ''}${parts.filter(Boolean).join(', ')}.`
}
