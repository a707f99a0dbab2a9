import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'

export const subscriptionQueries = {
  current: () =>
    queryOptions({
      queryKey: ['subscription'],
      queryFn: ({ signal }) => request<MySubscription>('GET', '/me/subscription', { signal }),
    }),
  usage: () =>
    queryOptions({
      queryKey: ['usage', 'own'],
      queryFn: ({ signal }) => request<MonthlyUsage>('GET', '/me/usage', { signal }),
    }),
  /** Plans for sale, in display order. */
  plans: () =>
    queryOptions({
      queryKey: ['plans'],
      queryFn: ({ signal }) => request<Plan[]>('GET', '/plans', { signal }),
    }),
}

export const subscriptionCalls = {
  openCheckout: (planId: string) =>
    request<PaymentPage>('POST', '/me/subscription/checkout', { body: { planId } }),
  /** The provider's page for payment, invoices and cancellation. */
  openPortal: () => request<PaymentPage>('POST', '/me/subscription/portal'),
}

/** Invalidates all queries that depend on the plan. */
export async function planChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['agents'] }),
    client.invalidateQueries({ queryKey: ['me'], exact: true }),
    client.invalidateQueries({ queryKey: subscriptionQueries.current().queryKey }),
    client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey }),
  ])
}

/** Share of the quota from which the remaining messages are shown. */
const NEAR = 0.8

/** Whether the month's messages are nearly, or wholly, used up. */
export const isNearLimit = ({ used, limit }: Pick<MonthlyUsage, 'used' | 'limit'>): boolean =>
  used >= limit * NEAR
