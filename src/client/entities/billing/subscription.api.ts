import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'

/** What the signed-in person's plan is and how much of it is used. */
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
  /** What is sold, in the order in which it is shown. */
  plans: () =>
    queryOptions({
      queryKey: ['plans'],
      queryFn: ({ signal }) => request<Plan[]>('GET', '/plans', { signal }),
    }),
}

export const subscriptionCalls = {
  /** Answers where this plan is paid. */
  openCheckout: (planId: string) =>
    request<PaymentPage>('POST', '/me/subscription/checkout', { body: { planId } }),
  /** Answers where payment, invoices and cancellation are changed. */
  openPortal: () => request<PaymentPage>('POST', '/me/subscription/portal'),
}

/** Has everything that a plan opens or counts read again: locks, the profile, the month's messages. */
export async function planChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['agents'] }),
    client.invalidateQueries({ queryKey: ['me'], exact: true }),
    client.invalidateQueries({ queryKey: subscriptionQueries.current().queryKey }),
    client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey }),
  ])
}

/** From this part of the month's messages on, people are told how many are left. */
const NEAR = 0.8

/** Whether the month's messages are nearly, or wholly, used up. */
export const isNearLimit = ({ used, limit }: Pick<MonthlyUsage, 'used' | 'limit'>): boolean =>
  used >= limit * NEAR
