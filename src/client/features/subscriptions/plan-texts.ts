import { formatDateInWords } from '#client/entities/billing/usage-text.ts'
import type { MySubscription, SubscriptionChange } from '#shared/contract/subscription.ts'

export const STATE_LABELS: Record<MySubscription['state'], string> = {
  trial: 'Em teste',
  active: 'Ativo',
  ending: 'Vai terminar',
  'payment-failed': 'Pagamento pendente',
}

type State = Pick<MySubscription, 'state' | 'provider' | 'currentPeriodEnd' | 'graceUntil'>

const SELLERS: Partial<Record<MySubscription['provider'], string>> = { stripe: 'Stripe', hubla: 'Hubla' }

/** Undefined for a plan without charges. */
export const sellerOf = (provider: MySubscription['provider']): string | undefined => SELLERS[provider]

/** Until when a subscription is valid, and the next event; `now` is in milliseconds. */
export function renewalOf(subscription: State, now = Date.now()): string {
  const { state, provider, currentPeriodEnd, graceUntil } = subscription
  const end = currentPeriodEnd && formatDateInWords(currentPeriodEnd, now)
  if (state === 'payment-failed') {
    const until = graceUntil ? ` Seu plano continua aberto até ${formatDateInWords(graceUntil, now)}.` : ''
    return `O último pagamento não passou.${until} Atualize o pagamento para não perder o acesso.`
  }
  if (provider === 'manual' && end)
    return `Vale até ${end}; depois fica o que você assinar, ou o plano gratuito.`
  if (state === 'ending') {
    return end
      ? `A renovação foi desligada. Tudo continua aberto até ${end}; depois vale o plano gratuito.`
      : 'A renovação foi desligada. Tudo continua aberto até o fim do período pago.'
  }
  if (state === 'trial' && end) return `Você está em teste até ${end}: a primeira cobrança é nesse dia.`
  if (provider === 'auto') return 'Não tem cobrança e não vence.'
  return end ? `Renova em ${end}.` : 'Não tem data para terminar.'
}

/** How a subscription is cancelled; undefined for the plan that every account has. */
export function cancellationOf({
  provider,
  canManage,
}: Pick<MySubscription, 'provider' | 'canManage'>): string | undefined {
  if (canManage) {
    return 'Cartão, recibos e cancelamento ficam na página de pagamento. Quem cancela usa até o fim do período pago.'
  }
  switch (provider) {
    case 'hubla':
      return 'A cobrança é da Hubla. Para cancelar ou trocar o cartão, entre na Hubla com o e-mail da compra: o link está na mensagem que ela enviou quando você comprou. Quem cancela usa até o fim do período pago.'
    case 'stripe':
      return 'A cobrança é do Stripe. Para cancelar, use o link do recibo que chegou por e-mail. Quem cancela usa até o fim do período pago.'
    case 'manual':
      return 'Este plano foi dado pela administração: não há cobrança, nem o que cancelar.'
    case 'auto':
      return undefined
  }
}

const SOURCES: Record<Exclude<SubscriptionChange['source'], 'webhook'>, string> = {
  admin: 'pela administração',
  'sign-up': 'ao criar a conta',
  claim: 'por compra',
  job: 'fim do período',
}

const BY_SELLERS: Partial<Record<MySubscription['provider'], Record<'event' | 'purchase', string>>> = {
  stripe: { event: 'pelo Stripe', purchase: 'por compra no Stripe' },
  hubla: { event: 'pela Hubla', purchase: 'por compra na Hubla' },
}

/** The cause of a change; empty for an unknown seller. */
export function sourceOf({ source, provider }: Pick<SubscriptionChange, 'source' | 'provider'>): string {
  const seller = BY_SELLERS[provider]
  if (source === 'webhook') return seller?.event ?? ''
  // A purchase that waited joins the account when its address is proved, at the sign-up or later.
  return (source === 'sign-up' || source === 'claim' ? seller?.purchase : undefined) ?? SOURCES[source]
}

const ENDED = { canceled: 'cancelado', expired: 'vencido', inactive: 'suspenso' } as const

function renewalText({ planName, isRenewalOff, currentPeriodEnd }: SubscriptionChange['after'], now: number) {
  if (!isRenewalOff) return `Renovação do ${planName} ligada de novo`
  const until = currentPeriodEnd ? `; vale até ${formatDateInWords(currentPeriodEnd, now)}` : ''
  return `Renovação do ${planName} desligada${until}`
}

/** A change in a few words; `now` is in milliseconds. */
export function changeText(
  { before, after }: Pick<SubscriptionChange, 'before' | 'after'>,
  now = Date.now(),
): string {
  const { planName, status, currentPeriodEnd, graceUntil, isRenewalOff } = after
  if (status !== 'active') return `${planName} ${ENDED[status]}`
  if (!before) return `${planName} ativado`
  if (before.status !== 'active') return `${planName} reativado`
  if (before.planName !== planName) return `De ${before.planName} para ${planName}`
  if (graceUntil && !before.graceUntil) {
    return `Pagamento do ${planName} não passou; aberto até ${formatDateInWords(graceUntil, now)}`
  }
  if (before.graceUntil && !graceUntil) return `Pagamento do ${planName} em dia`
  if (isRenewalOff !== before.isRenewalOff) return renewalText(after, now)
  if (!currentPeriodEnd) return `${planName} sem data para terminar`
  const isRenewed = before.currentPeriodEnd !== null && currentPeriodEnd > before.currentPeriodEnd
  return `${planName} ${isRenewed ? 'renovado' : 'vale'} até ${formatDateInWords(currentPeriodEnd, now)}`
}
