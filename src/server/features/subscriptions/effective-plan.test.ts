import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminUser } from '#shared/contract/users.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { seedPlans } from '../../db/seed/plans.ts'
import { HUBLA_TOKEN, type HublaEvent, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { opensAllAgents } from '../../testing/factories/agents.ts'
import { makeBuyer, mapToPlan } from '../../testing/factories/purchases.ts'
import { addYears, type Bought, counts, DAY, NOW } from '../../testing/naive-purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { readMonthlyUsage } from '../quota/quota.queries.ts'
import { countPeople } from '../usage/usage-figures.queries.ts'
import { ensureAutoSubscription, expireSubscriptions } from './assigned-plans.queries.ts'
import { listHeldBack } from './effective-plan.queries.ts'

/** A plan as the naive implementation sees it. */
type Facts = { name: string; agents: boolean; messages: number; day: number; storage: number; order: number }

const of = (name: string, agents: boolean, messages: number, values: Partial<Facts> = {}): Facts => ({
  ...{ name, agents, messages, day: Infinity, storage: 1_000, order: 0 },
  ...values,
})

/** Among them pairs of which neither covers the other, and one that gives the same. */
const PLANS: Facts[] = [
  ...seedPlans.map((it) => of(it.name, it.allAgents, it.monthlyMessageLimit, { order: it.order })),
  of('many-words', false, 5_000),
  of('few-words', true, 500, { storage: 9_000 }),
  of('by-day', true, 2_000, { day: 50 }),
  of('narrow', true, 2_000, { storage: 500 }),
  of('twin', true, 2_000, { order: 9 }),
]

let app: TestApp
let boss: TestClient
const ids = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  for (const { name, agents, messages, day, storage, order } of PLANS) {
    const row = {
      ...{ name, displayName: name, monthlyMessageLimit: messages, storageMegabytes: storage, order },
      ...{ allAgents: agents, dailyMessageLimit: day === Infinity ? null : day },
    }
    await db().insert(plans).values(row).onConflictDoUpdate({ target: plans.name, set: row })
    const [plan] = await db().select().from(plans).where(eq(plans.name, name))
    ids.set(name, plan?.id ?? '')
    await mapToPlan(db(), { planId: plan?.id ?? '', externalId: `oferta-${name}` })
  }
})
afterAll(() => app.close())
const db = () => app.server.deps.db
const idOf = (plan: Facts) => ids.get(plan.name) ?? ''

type Source = 'hubla' | 'manual' | 'auto'
type Model = { plan: Facts; from: Source; isOn: boolean; bought?: Bought }

/** The rule once more, as a list of comparisons in plain words. */
function beats(one: Model, other: Model): boolean {
  if (one.plan.agents !== other.plan.agents) return one.plan.agents
  if (one.plan.messages !== other.plan.messages) return one.plan.messages > other.plan.messages
  if (one.plan.day !== other.plan.day) return one.plan.day > other.plan.day
  if (one.plan.storage !== other.plan.storage) return one.plan.storage > other.plan.storage
  if (one.plan.order !== other.plan.order) return one.plan.order > other.plan.order
  return ['auto', 'manual', 'hubla'].indexOf(one.from) > ['auto', 'manual', 'hubla'].indexOf(other.from)
}

/** Whether a plan gives, in any point, more than another. */
const surpasses = (one: Facts, other: Facts) =>
  (one.agents && !other.agents) ||
  one.messages > other.messages ||
  one.day > other.day ||
  one.storage > other.storage

const TOMORROW = new Date(NOW + 2 * DAY).toISOString().slice(0, 10)
const LONG_AGO = new Date(NOW - 9 * DAY)
const GRANTS = { running: NOW - DAY, late: addYears(NOW - DAY, -1), over: addYears(LONG_AGO.getTime(), -1) }

/** One user's life, in the product and in the naive list. */
async function begin() {
  const { userId, email } = await makeBuyer(db())
  await db().transaction((tx) => ensureAutoSubscription(tx, { userId }))
  const [floor] = PLANS
  if (!floor) throw new Error('no plans')
  const list: Model[] = [{ plan: floor, from: 'auto', isOn: true }]
  const given = () => list.filter((it) => it.from === 'manual' && it.isOn)
  const patch = async (body: object) => {
    const reply = await boss.call('PATCH', `/api/v1/users/admin/${userId}`, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  let ticks = 0
  const tick = () => {
    ticks += 1
    return NOW - 3_600_000 + 1_000 * ticks
  }
  const send = async (it: Bought, body: HublaEvent) => {
    expect(await sendHubla(app, body)).toMatchObject({ state: 'processed' })
    it.end = it.paidUntil
  }
  const tell = (it: Bought, type: string, at = tick(), autoRenew = false) => {
    it.version += 1
    const body = it.purchase.event(type, it.version, { at: new Date(at), autoRenew })
    Object.assign(body.event.subscription as object, { billingCycleMonths: 12 })
    return send(it, body)
  }
  const bill = (it: Bought, type: string, status: string, { at = tick(), invoiceId = '' } = {}) =>
    send(it, it.purchase.invoice(type, status, { at: new Date(at), invoiceId, subscription: null }))
  const end = () => {
    for (const it of given()) it.isOn = false
  }
  const nthBought = (nth: number) => {
    const all = list.flatMap(({ bought }) => bought ?? [])
    return all[nth % all.length]
  }
  const happens = (work: (it: Bought) => Promise<unknown>) => async (nth: number) => {
    const it = nthBought(nth)
    if (it) await work(it)
    for (const model of list) if (model.bought) model.isOn = counts(model.bought)
  }
  return {
    ...{ userId, list },
    async buy(plan: Facts, when: keyof typeof GRANTS) {
      const purchase = hublaPurchase(email, { offerId: `oferta-${plan.name}` })
      const grantedAt = GRANTS[when]
      const paidUntil = addYears(grantedAt, 1)
      const state = { hasAccess: true, grantedAt, paidUntil, end: paidUntil, isOff: false }
      const bought: Bought = { purchase, version: 0, invoices: [], failures: [], ...state }
      await tell(bought, 'customer.member_added', grantedAt)
      list.push({ plan, from: 'hubla', isOn: counts(bought), bought })
    },
    revoke: happens(async (it) => {
      it.hasAccess = false
      await tell(it, 'customer.member_removed')
    }),
    restore: happens(async (it) => {
      const at = tick()
      Object.assign(it, {
        hasAccess: true,
        grantedAt: at,
        paidUntil: Math.max(it.paidUntil, addYears(at, 1)),
      })
      await tell(it, 'subscription.activated', at)
    }),
    turnOff: happens(async (it) => {
      it.isOff = true
      await tell(it, 'subscription.renewal_disabled')
    }),
    turnOn: happens(async (it) => {
      it.isOff = false
      await tell(it, 'subscription.renewal_enabled', tick(), true)
    }),
    pay: happens(async (it) => {
      const [at, invoiceId] = [tick(), `fatura-${it.purchase.id}-${it.invoices.length}`]
      it.invoices.push(invoiceId)
      Object.assign(it, { hasAccess: true, grantedAt: at, paidUntil: addYears(at, 1) })
      await bill(it, 'invoice.payment_succeeded', 'paid', { at, invoiceId })
    }),
    refund: happens(async (it) => {
      it.hasAccess = false
      const invoiceId = it.invoices.at(-1) ?? `fatura-${it.purchase.id}`
      await bill(it, 'invoice.refunded', 'refunded', { invoiceId })
    }),
    fail: (nth: number, daysAgo: number) =>
      happens(async (it) => {
        const at = tick() - daysAgo * DAY
        it.failures.push(at)
        const invoiceId = `falha-${it.purchase.id}-${it.failures.length}`
        await bill(it, 'invoice.payment_failed', 'unpaid', { at, invoiceId })
      })(nth),
    lapse: (nth: number, daysAgo: number) =>
      happens(async (it) => {
        it.end = Math.min(it.end, NOW - daysAgo * DAY)
        const isThis = eq(subscriptions.externalSubscriptionId, it.purchase.id)
        await db()
          .update(subscriptions)
          .set({ currentPeriodEnd: new Date(it.end) })
          .where(isThis)
      })(nth),
    async give(plan: Facts, hasEnd: boolean) {
      await patch({ planId: idOf(plan), ...(hasEnd && plan.name !== 'free' && { planUntil: TOMORROW }) })
      end()
      if (plan.name !== 'free') list.push({ plan, from: 'manual', isOn: true })
    },
    async endNow() {
      await patch({ planId: null })
      end()
    },
    async outlive() {
      const isGiven = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'))
      await db().update(subscriptions).set({ currentPeriodEnd: LONG_AGO }).where(isGiven)
      end()
    },
    expire: () => expireSubscriptions(db()),
  }
}
type Life = Awaited<ReturnType<typeof begin>>
type Step = { name: string; run: (life: Life) => Promise<unknown> }

const anyPlan = fc.constantFrom(...PLANS)
const paidPlan = fc.constantFrom(...PLANS.slice(1))
const nth = fc.nat(2)
const HAPPENINGS = ['revoke', 'restore', 'turnOff', 'turnOn', 'pay', 'refund'] as const
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(paidPlan, fc.constantFrom('running', 'running', 'late', 'over')).map(([plan, when]) => ({
    name: `buy ${plan.name}, ${when}`,
    run: (life: Life) => life.buy(plan, when),
  })),
  fc.tuple(anyPlan, fc.boolean()).map(([plan, hasEnd]) => ({
    name: `give ${plan.name}${hasEnd ? ' until a day' : ''}`,
    run: (life: Life) => life.give(plan, hasEnd),
  })),
  fc.tuple(fc.constantFrom(...HAPPENINGS), nth).map(([name, at]) => ({
    name: `${name} ${at}`,
    run: (life: Life) => life[name](at),
  })),
  fc.tuple(fc.constantFrom('fail', 'lapse'), nth, fc.constantFrom(1, 9)).map(([name, at, daysAgo]) => ({
    name: `${name} ${at}, ${daysAgo} days ago`,
    run: (life: Life) => life[name](at, daysAgo),
  })),
  fc.constantFrom<Step>(
    { name: 'give Gratuito', run: (life) => life.give(PLANS[0] as Facts, false) },
    { name: 'end now', run: (life) => life.endNow() },
    { name: 'outlive', run: (life) => life.outlive() },
    { name: 'expire', run: (life) => life.expire() },
  ),
)

async function check({ userId, list }: Life): Promise<void> {
  const on = list.filter(({ isOn }) => isOn)
  const best = on.reduce((one, other) => (beats(other, one) ? other : one))
  const { data } = await boss.get<AdminUser>(`/users/admin/${userId}`)
  expect(data.activeSubscription).toMatchObject({ planId: idOf(best.plan), provider: best.from })
  const others = on.filter((it) => it !== best).map(({ plan, from }) => [plan.name, from])
  expect(data.otherSubscriptions.map((it) => [it.planName, it.provider]).toSorted()).toEqual(
    others.toSorted(),
  )
  const usage = await readMonthlyUsage(db(), { userId })
  expect([usage.planName, usage.limit]).toEqual([best.plan.name, best.plan.messages])
  expect(await opensAllAgents(db(), { userId })).toBe(best.plan.agents)
  const counted = (await countPeople(db())).plans.find(({ planId }) => planId === idOf(best.plan))
  expect(counted?.people).toBe(best.plan.name === 'free' ? 2 : 1)
  // Nobody who pays is held back by less; where neither plan covers the other, an administrator is told.
  const held = on.filter((it) => it.from === 'hubla' && surpasses(it.plan, best.plan))
  for (const { plan } of held) expect(surpasses(best.plan, plan)).toBe(true)
  const told = data.otherSubscriptions.filter((it) => it.provider === 'hubla' && it.surplus.length > 0)
  expect(told.map(({ planName }) => planName).toSorted()).toEqual(
    held.map(({ plan }) => plan.name).toSorted(),
  )
  const named = (await listHeldBack(db())).map((it) => [it.userId, it.paidPlan, it.effectivePlan].join(' '))
  const expected = held.map(({ plan }) => [userId, plan.name, best.plan.name].join(' '))
  expect(named.toSorted()).toEqual([...new Set(expected)].toSorted())
}

/** Too rare among random steps: a period ends after its renewal was turned off, a day ago. */
const RARE: Step = {
  name: 'buy, turn off, lapse',
  run: async (life) => {
    await life.buy(PLANS[1] as Facts, 'running')
    await life.turnOff(0)
    await life.lapse(0, 1)
  },
}

test('given, paid, refunded, ended and free in any order: the subscription that counts is the naive one', async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const life = await begin()
      try {
        await check(life)
        for (const { run: take } of run) {
          await take(life)
          await check(life)
        }
      } finally {
        await db().delete(users).where(eq(users.id, life.userId))
      }
    }),
    { numRuns: 40, endOnFailure: true, examples: [[[RARE]]] },
  )
}, 120_000)
