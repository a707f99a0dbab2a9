import { formatMoment } from '#client/lib/text/format.ts'
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
