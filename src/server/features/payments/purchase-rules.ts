import { isHttpsLink } from '#shared/https-link.ts'
import type { Deps } from '../../deps.ts'

type Offered = { isArchived: boolean; stripePriceId: string | null; checkoutUrl: string | null }

/** Where a plan is bought. */
export type Sale = { provider: 'stripe'; priceId: string } | { provider: 'hubla'; url: string }

/** Which providers can tell us here that somebody paid. */
export type Sellers = { stripe: boolean; hubla: boolean }

/**
 * Where a plan can be bought now: by Stripe, where it has a price there, else by Hubla. Only through a provider whose news
 * of the payment would arrive, and only at an https address, whatever was stored once (RELIABILITY A29).
 */
export function saleOf(plan: Offered, sellers: Sellers): Sale | undefined {
  const { stripePriceId: priceId, checkoutUrl: url } = plan
  if (plan.isArchived) return undefined
  if (priceId && sellers.stripe) return { provider: 'stripe', priceId }
  return url && sellers.hubla && isHttpsLink(url) ? { provider: 'hubla', url } : undefined
}

/** One subscription of a person. */
export type Held = {
  planId: string
  provider: 'hubla' | 'stripe' | 'manual' | 'auto'
  status: 'active' | 'inactive' | 'canceled' | 'expired'
  isLive: boolean
  cancelsAtPeriodEnd: boolean
}

/** `current` is the one that counts. */
export type Holdings = { current: Held | undefined; all: readonly Held[] }

/** What a person is told who already pays by Stripe, as far as it is known here or there. */
export const ALREADY_BY_STRIPE =
  'Você já tem uma assinatura. Para trocar de plano, abra “Gerenciar assinatura” em Seu perfil.'

/** Why a person should not pay for a plan: it would be for nothing, or twice. Undefined where nothing speaks against it. */
export function reasonNotToBuy(planId: string, { current, all }: Holdings): string | undefined {
  // By hand beats whatever is bought, for as long as it goes on.
  if (current?.provider === 'manual')
    return 'Seu plano foi definido pela nossa equipe. Fale com ela antes de assinar outro, para não pagar à toa.'
  // Stripe goes on charging until it says that it is over, also while it does not count here.
  if (all.some(({ provider, status }) => provider === 'stripe' && status === 'active'))
    return ALREADY_BY_STRIPE
  const isHad = all.some((held) => held.planId === planId && held.isLive && !held.cancelsAtPeriodEnd)
  return isHad ? 'Você já tem este plano.' : undefined
}

/**
 * Hubla's page with the person's name and address filled in, so that the purchase finds this account by itself. `params`
 * is how it takes them; it is told nothing where that is undefined.
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
