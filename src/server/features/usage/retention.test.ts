import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Retention } from '#shared/contract/retention.ts'
import {
  paidMonths,
  plans,
  subscriptionChanges,
  subscriptions,
  userMilestones,
  users,
} from '../../db/schema/index.ts'
import { CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import {
  createUsageDatabase,
  dayAfter,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  saoPauloToday,
  type UsageDatabase,
} from '../../testing/factories/usage.ts'
import { readRetention } from './retention.queries.ts'
import { countUsage } from './usage-job.ts'

let database: UsageDatabase
let agentId: string
beforeAll(async () => {
  database = await createUsageDatabase()
  agentId = await makeAgent(database.db)
})
beforeEach(() => database.empty())
afterAll(() => database.close())

const today = saoPauloToday()
const thisMonday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
const read = (from = dayAfter(today, -365)): Promise<Retention> =>
  readRetention(database.db, { range: '30', from, to: today })

/** A user of a day at noon who wrote on these days at one. */
async function writer(created: string, ...days: string[]): Promise<string> {
  const userId = await makeWriter(database.db, inSaoPaulo(created))
  for (const day of days)
    await exchange(database.db, { userId, agentId, at: inSaoPaulo(day, '13:00:00.000') })
  return userId
}

test('a cohort has the accounts of a week and the share that wrote in each full week since', async () => {
  const monday = dayAfter(thisMonday, -21)
  const sunday = dayAfter(monday, 6)
  // One writes in its first and third week, one on the last day of the first week alone, one never.
  await writer(monday, monday, dayAfter(monday, 1), dayAfter(monday, 14))
  const leaving = await writer(sunday, sunday)
  await writer(sunday)
  // The current week is not over.
  await writer(thisMonday, today)
  await countUsage(database.db)
  expect((await read()).cohorts).toEqual([{ week: monday, accounts: 3, active: [2, 0, 1] }])

  // An account that is deleted later stays in its closed weeks: it left.
  await database.db.delete(users).where(eq(users.id, leaving))
  await countUsage(database.db)
  expect((await read()).cohorts).toEqual([{ week: monday, accounts: 3, active: [2, 0, 1] }])
})

test('conversions and the wait are of the accounts created in the period, and keep purged first messages', async () => {
  const [first, day] = [dayAfter(today, -40), dayAfter(today, -10)]
  await writer(first, first)
  const quick = await writer(day, day, dayAfter(day, 1))
  await writer(day, dayAfter(day, 4))
  await writer(day)
  await buy(quick, inSaoPaulo(dayAfter(day, 3)))
  await countUsage(database.db)
  const counted = await read(dayAfter(today, -30))
  expect(counted.conversions).toEqual({ accounts: 3, wrote: 2, wroteDays: 2, paid: 1, paidDays: 3 })
  // 60 minutes, and four days and 60 minutes.
  expect(counted.firstMessage).toEqual({ people: 2, p50: 2_940, p90: 5_244 })

  await database.db.execute(sql`delete from chats`)
  await countUsage(database.db)
  expect(await read(dayAfter(today, -30))).toMatchObject({ conversions: counted.conversions })
  expect((await read()).conversions).toMatchObject({ accounts: 4, wrote: 3, wroteDays: 0 })
  await database.db.update(userMilestones).set({ firstMessageAt: null })
  expect((await read()).firstMessage).toEqual({ people: 0, p50: null, p90: null })
})

test('nobody has figures of nothing', async () => {
  expect(await read()).toMatchObject({
    ...{ cohorts: [], churn: [] },
    conversions: { accounts: 0, wrote: 0, wroteDays: null, paid: 0, paidDays: null },
    firstMessage: { people: 0, p50: null, p90: null },
  })
})

type State = Partial<(typeof subscriptionChanges.$inferInsert)['after']>

/** A purchase whose state changed at these instants. */
async function buy(userId: string | null, at: Date, ...later: [at: Date, state: State][]): Promise<void> {
  const id = uuidv7()
  const bought = { provider: 'hubla', externalSubscriptionId: id, planId: CREATOR_PLAN.id } as const
  await database.db
    .insert(subscriptions)
    .values({ id, userId, email: `${id}@exemplo.com.br`, status: 'active', ...bought })
  const state = {
    planId: CREATOR_PLAN.id,
    status: 'active',
    currentPeriodEnd: null,
    graceUntil: null,
  } as const
  for (const [createdAt, change] of [[at, {}], ...later] as [Date, State][]) {
    const after = { ...state, ...change }
    await database.db
      .insert(subscriptionChanges)
      .values({ subscriptionId: id, after, source: 'webhook', createdAt })
  }
}

const monthBefore = (count: number) => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10)
}

test('churn is who had a paid plan at the start of a month and has none at its end', async () => {
  const [former, last, current] = [monthBefore(2), monthBefore(1), monthBefore(0)]
  const within = (month: string, days: number) => inSaoPaulo(dayAfter(month, days))
  const person = () => makeWriter(database.db, inSaoPaulo(former))
  const [stays, ends, waits] = [await person(), await person(), null]
  await buy(stays, within(former, 3))
  // A second purchase that ends changes nothing for them.
  await buy(stays, within(former, 4), [within(last, 5), { status: 'canceled' }])
  await buy(ends, within(former, 5), [within(last, 10), { status: 'canceled' }])
  await buy(waits, within(former, 6))
  // The period ends in the last month without an event.
  const over = { currentPeriodEnd: within(last, 8).toISOString(), cancelsAtPeriodEnd: true }
  await buy(await person(), within(former, 7), [within(former, 8), over])
  // Begins and ends in the same month, so it was never there at a start.
  await buy(await person(), within(last, 2), [within(last, 3), { status: 'expired' }])
  const [free] = await database.db.select({ id: plans.id }).from(plans).where(eq(plans.name, 'free'))
  await buy(await person(), within(former, 3), [within(former, 3), { planId: free?.id ?? '' }])
  await countUsage(database.db)
  expect((await read()).churn).toEqual([
    { month: former, active: 0, ended: 0, isOpen: false },
    { month: last, active: 4, ended: 2, isOpen: false },
    { month: current, active: 2, ended: 0, isOpen: true },
  ])

  // A deleted account has left; a month that is over keeps its figures.
  await database.db.delete(users).where(eq(users.id, stays))
  await database.db.update(paidMonths).set({ updatedAt: sql`updated_at - interval '1 hour'` })
  await countUsage(database.db)
  const { churn } = await read()
  expect(churn.slice(1)).toEqual([
    { month: last, active: 4, ended: 2, isOpen: false },
    { month: current, active: 2, ended: 1, isOpen: true },
  ])
})
