import { isHttpsLink } from '#shared/https-link.ts'
import type { Deps } from '../../deps.ts'
import { isAtLeast, type PlanCoverage } from '../subscriptions/effective-plan.queries.ts'

type Offered = { isArchived: boolean; stripePriceId: string | null; checkoutUrl: string | null }

/** The provider and address where a plan is sold. */
export type Sale = { provider: 'stripe'; priceId: string } | { provider: 'hubla'; url: string }

/** The providers whose webhooks are configured. */
export type Sellers = { stripe: boolean; hubla: boolean }

/**
 * Where a plan can be bought now: at Stripe if it has a price there, else at Hubla. Only with a provider
 * whose payment webhook is configured, and only at an https address, whatever is stored (RELIABILITY A29).
 */
export function saleOf(plan: Offered, sellers: Sellers): Sale | undefined {
  const { stripePriceId: priceId, checkoutUrl: url } = plan
  if (plan.isArchived) return undefined
  if (priceId && sellers.stripe) return { provider: 'stripe', priceId }
  return url && sellers.hubla && isHttpsLink(url) ? { provider: 'hubla', url } : undefined
}

/** One subscription of a user. */
export type Held = {
  planId: string
  provider: 'hubla' | 'stripe' | 'manual' | 'auto'
  status: 'active' | 'inactive' | 'canceled' | 'expired'
  isLive: boolean
  cancelsAtPeriodEnd: boolean
  /** Whether a date is known; a manual grant ends then. */
  hasEnd: boolean
  planName: string
  coverage: PlanCoverage
}

/** Error text for a user who already pays at Stripe, according to this database or to Stripe. */
export const ALREADY_BY_STRIPE =
  'Você já tem uma assinatura. Para trocar de plano, abra “Gerenciar assinatura” em Seu perfil.'

/**
 * The reason to refuse a purchase that would have no effect or be charged twice; undefined if there is none.
 */
export function reasonNotToBuy(
  plan: { id: string; coverage: PlanCoverage },
  all: readonly Held[],
): string | undefined {
  const gift = all.find((held) => isGift(held) && !held.hasEnd && isAtLeast(held.coverage, plan.coverage))
  if (gift)
    return `Você já tem o ${gift.planName}, dado pela nossa equipe e sem data para terminar. Fale com ela antes de assinar outro, para não pagar à toa.`
  // Stripe keeps charging until it reports the end, even if the subscription does not count here.
  if (all.some(({ provider, status }) => provider === 'stripe' && status === 'active'))
    return ALREADY_BY_STRIPE
  const isHad = all.some((held) => held.planId === plan.id && held.isLive && !isEnding(held))
  return isHad ? 'Você já tem este plano.' : undefined
}

const isGift = ({ provider, isLive }: Held) => provider === 'manual' && isLive

const isEnding = (held: Held) => held.cancelsAtPeriodEnd || (isGift(held) && held.hasEnd)

/**
 * Hubla's page with the user's name and email filled in, so that the purchase matches this account. `params`
 * are Hubla's parameter names; without them nothing is added.
 */
export function hublaPage(
  url: string,
  { name, email }: { name: string; email: string },
  params: Deps['env']['hublaPrefill'],
): string {
  const page = new URL(url)
  if (params) {
    page.searchParams.set(params.name, name)
    page.searchParams.set(params.email, email)
  }
  return page.href
}
