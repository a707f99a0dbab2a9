import { and, eq } from 'drizzle-orm'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'
import { subscriptions } from '../../../db/schema/index.ts'
import { createTestApp } from '../../test-app.ts'
import type { TestClient } from '../../test-client.ts'
import { tellStripe } from './sender.ts'
import type { DoubleSubscription } from './state.ts'
import { startStripeDouble } from './stripe-double.ts'

/** The seeded plans for sale, and their prices. */
export const CREATOR = '01930000-0000-7000-8000-000000000002'
export const BIG_PLAYER = '01930000-0000-7000-8000-000000000003'
export const PRICE = 'price_criador'
export const BIG_PRICE = 'price_grande'

export type StripeShop = Awaited<ReturnType<typeof openStripeShop>>

/** An app that sells its plan Criador through Stripe, with an administrator who changes plans. */
export async function openStripeShop(variables: Record<string, string> = {}) {
  const stripe = await startStripeDouble()
  stripe.sell({ [PRICE]: 'Criador', [BIG_PRICE]: 'Big Player', price_avulso: 'Mentoria' })
  const app = await createTestApp({ ...stripe.variables, ...variables })
  const admin = await app.signUp('Ana')

  const checkout = (person: TestClient, planId: string, more: object = {}) =>
    person.post<PaymentPage>('/me/subscription/checkout', { planId, ...more })
  const tell = (type: string, subscription: DoubleSubscription) => tellStripe(app, stripe, type, subscription)
  async function changePlan(planId: string, body: object): Promise<void> {
    const path = `/api/v1/plans/admin/${planId}`
    const { version } = (await admin.call<AdminPlan>('GET', path)).data
    const { status, body: answer } = await admin.call('PATCH', path, { version, ...body })
    if (status !== 200) throw new Error(`the plan was not changed: ${JSON.stringify(answer)}`)
  }
  async function buyer(name = 'Bia') {
    const person = await app.signUp(name)
    const { data } = await checkout(person, CREATOR)
    return { person, subscription: stripe.pay(data.url) }
  }

  await changePlan(CREATOR, { stripePriceId: PRICE })
  return {
    stripe,
    app,
    admin,
    changePlan,
    checkout,
    mine: async (person: TestClient): Promise<MySubscription> =>
      (await person.get<MySubscription>('/me/subscription')).data,
    tell,
    async rowOf({ id }: DoubleSubscription) {
      const isIt = and(eq(subscriptions.provider, 'stripe'), eq(subscriptions.externalSubscriptionId, id))
      return (await app.server.deps.db.select().from(subscriptions).where(isIt))[0]
    },
    /** A user who has paid, without an event to the server yet. */
    buyer,
    /** A user whose payment the server knows. */
    async subscriber(name?: string) {
      const bought = await buyer(name)
      const { state } = await tell('checkout.session.completed', bought.subscription)
      if (state !== 'processed') throw new Error(`the payment came to nothing: ${state}`)
      return bought
    },
    async close(): Promise<void> {
      await app.close()
      await stripe.close()
    },
  }
}
