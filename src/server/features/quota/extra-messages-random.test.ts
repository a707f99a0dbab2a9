import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agents, chats, extraMessages, messages, plans, usageMonths, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { returnMessage } from '../../runs/refunds.queries.ts'
import { stopWithoutWriter } from '../../runs/settle.queries.ts'
import { createRunsFixture, type RunsFixture } from '../../testing/processes/runs-fixture.ts'
import { giveExtraMessages, takeBackExtraMessages } from './extra-messages.queries.ts'
import { monthOf, type Reservation, reserveForReply, tryToReserve } from './quota.queries.ts'

let fixture: RunsFixture
/** Agents by the messages that one of their replies costs. */
const agentIds = [1, 2, 3].map((messageWeight) => ({ id: uuidv7(), messageWeight }))
beforeAll(async () => {
  fixture = await createRunsFixture()
  await fixture.db
    .insert(agents)
    .values(
      agentIds.map((it) => ({ ...it, name: 'Agente', description: 'De teste', systemPrompt: 'Responda.' })),
    )
})
afterAll(() => fixture.close())

type Operation =
  | { kind: 'give'; given: number; until: string | null }
  | { kind: 'call' }
  | { kind: 'reply'; weight: number }
  | { kind: 'burst'; size: number }
  | { kind: 'refund'; pick: number }
  | { kind: 'takeBack' | 'end'; pick: number }
  | { kind: 'nextMonth' }

const pick = fc.nat(20)
const until = fc.constantFrom(null, '2031-01-01', '2031-01-02')
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      given: fc.integer({ min: 1, max: 4 }),
      until,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('call' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('reply' as const), weight: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('burst' as const), size: fc.integer({ min: 2, max: 6 }) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('refund' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('takeBack' as const, 'end' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('nextMonth' as const) }) },
)

type Gift = { id: string; given: number; used: number; until: string | null; isOver: boolean }
/** The month by its number, or the gift. */
type Source = number | Gift
type Paid = { source: Source; weight: number; month: number; giveBack: (month: string) => Promise<void> }

/** The rule, written down without any database. */
class Model {
  used = [0]
  gifts: Gift[] = []
  readonly limit: number
  constructor(limit: number) {
    this.limit = limit
  }
  get month() {
    return this.used.length - 1
  }
  spend(weight: number): Source | undefined {
    if ((this.used[this.month] ?? 0) + weight <= this.limit) {
      this.used[this.month] = (this.used[this.month] ?? 0) + weight
      return this.month
    }
    const last = '9999'
    const [gift] = this.gifts
      .filter(({ given, used, isOver }) => used + weight <= given && !isOver)
      .toSorted((a, b) => (a.until ?? last).localeCompare(b.until ?? last))
    if (gift) gift.used += weight
    return gift
  }
  giveBack({ source, weight }: Paid) {
    if (typeof source === 'number') this.used[source] = (this.used[source] ?? 0) - weight
    else source.used -= weight
  }
}

/** First day of an earlier month, to which the database's current one is moved when a month ends. */
const dayOfMonth = (month: number) => `1990-${String(month + 1).padStart(2, '0')}-01`

class World {
  readonly userId = uuidv7()
  readonly model: Model
  paid: Paid[] = []
  constructor(limit: number) {
    this.model = new Model(limit)
  }

  async begin() {
    const { db } = fixture
    const { userId } = this
    await db.insert(users).values({ id: userId, name: 'Ana', email: `${userId}@exemplo.com.br` })
    const limit = { monthlyMessageLimit: this.model.limit }
    await db.update(plans).set(limit).where(eq(plans.id, FREE_PLAN_ID))
  }

  async run(op: Operation): Promise<void> {
    if (op.kind === 'give') return this.give(op)
    if (op.kind === 'call') return this.expectSame([await this.call()])
    if (op.kind === 'reply') return this.expectSame([await this.reply(op.weight)], op.weight)
    if (op.kind === 'burst') {
      const calls = Array.from({ length: op.size }, (_, index) => (index % 2 ? this.reply() : this.call()))
      return this.expectSame(await Promise.all(calls))
    }
    if (op.kind === 'nextMonth') return this.nextMonth()
    if (op.kind === 'refund') return this.refund(op.pick)
    return this.end(op)
  }

  async give({ given, until }: Extract<Operation, { kind: 'give' }>) {
    const gift = { id: uuidv7(), given, until }
    const { userId } = this
    await fixture.db.transaction((tx) =>
      giveExtraMessages(tx, { ...gift, userId, actorId: userId, reason: 'Teste' }),
    )
    this.model.gifts.push({ ...gift, used: 0, isOver: false })
  }

  /** A call that is not a reply, such as a draft. */
  async call() {
    const { db } = fixture
    const { userId } = this
    const reservation = await tryToReserve(db, { userId })
    const giveBack = async (month: string) => {
      if (reservation) await returnMessage(db, { ...reservation, month, userId, isBilled: false })
    }
    return { reservation, giveBack }
  }

  async reply(weight = 1) {
    const { db } = fixture
    const { userId } = this
    const [chatId, id] = [uuidv7(), uuidv7()]
    const agentId = agentIds.find((it) => it.messageWeight === weight)?.id ?? ''
    await db.insert(chats).values({ id: chatId, agentId, userId, title: 'Conversa' })
    const lease = fixture.instance().lease()
    await db.insert(messages).values({ id, chatId, seq: 1, sender: 'ai', content: '', ...lease })
    const isReserved = await reserveForReply(db, { userId, messageId: id })
    const [row] = await db.select().from(messages).where(eq(messages.id, id))
    expect(row?.quotaMonth !== null).toBe(isReserved)
    const reservation = isReserved ? { month: '', extraId: row?.extraId ?? null } : undefined
    const giveBack = async () => {
      expect(await stopWithoutWriter(db, { id, attempt: 1, steps: [], text: '' })).toBe(true)
    }
    return { reservation, giveBack }
  }

  /** Concurrent calls may be served in any order, but from the same sources together. */
  async expectSame(
    calls: { reservation: Reservation | undefined; giveBack: Paid['giveBack'] }[],
    weight = 1,
  ) {
    const { model } = this
    const expected = calls.map(() => model.spend(weight))
    const nameOf = (source: Source | undefined) => (typeof source === 'object' ? source.id : String(source))
    const got = calls.map(({ reservation }) => {
      if (!reservation) return undefined
      return model.gifts.find(({ id }) => id === reservation.extraId) ?? model.month
    })
    expect(got.map(nameOf).toSorted()).toEqual(expected.map(nameOf).toSorted())
    for (const [index, source] of got.entries()) {
      const { giveBack } = calls[index] ?? {}
      if (source !== undefined && giveBack) this.paid.push({ source, weight, month: model.month, giveBack })
    }
    await this.judge()
  }

  async refund(pick: number) {
    const [paid] = this.paid.splice(pick % Math.max(this.paid.length, 1), 1)
    if (!paid) return
    const { month } = paid
    const { model } = this
    await paid.giveBack(month === model.month ? await this.thisMonth() : dayOfMonth(month))
    model.giveBack(paid)
    await this.judge()
  }

  async thisMonth() {
    const { rows } = await fixture.db.execute<{ month: string }>(sql`select ${monthOf()}::text as month`)
    return rows[0]?.month ?? ''
  }

  async nextMonth() {
    const { model, userId } = this
    if (model.month > 10) return
    const then = dayOfMonth(model.month)
    await fixture.db.execute(
      sql`update usage_months set month = ${then} where user_id = ${userId} and month = ${monthOf()}`,
    )
    await fixture.db.execute(sql`update messages set quota_month = ${then} from chats
      where chats.id = chat_id and user_id = ${userId} and quota_month = ${monthOf()}`)
    model.used.push(0)
  }

  async end({ kind, pick }: Extract<Operation, { kind: 'takeBack' | 'end' }>) {
    const { gifts } = this.model
    const gift = gifts[pick % Math.max(gifts.length, 1)]
    if (!gift) return
    const { db } = fixture
    const { userId } = this
    if (kind === 'takeBack') {
      await takeBackExtraMessages(db, { userId, extraId: gift.id, actorId: userId })
      if (gift.used < gift.given) gift.isOver = true
    } else {
      const endsAt = sql`now() - interval '1 second'`
      await db.update(extraMessages).set({ endsAt }).where(eq(extraMessages.id, gift.id))
      gift.isOver = true
    }
  }

  async judge() {
    const { db } = fixture
    const { model, userId } = this
    const counts = await db
      .select({ id: extraMessages.id, used: extraMessages.used })
      .from(extraMessages)
      .where(eq(extraMessages.userId, userId))
    const idOf = ({ id, used }: { id: string; used: number }) => `${id} ${used}`
    expect(counts.map(idOf).toSorted()).toEqual(model.gifts.map(idOf).toSorted())
    const months = await db.select().from(usageMonths).where(eq(usageMonths.userId, userId))
    const current = await this.thisMonth()
    for (const [month, used] of model.used.entries()) {
      const first = month === model.month ? current : dayOfMonth(month)
      expect(months.find((row) => row.month === first)?.used ?? 0).toBe(used)
    }
  }
}

test('random gifts, sends, refunds, ends and months match a naive count', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 4 }),
    fc.array(operation, { minLength: 10, maxLength: 45 }),
    async (limit, operations) => {
      const world = new World(limit)
      await world.begin()
      for (const op of operations) await world.run(op)
      await world.judge()
    },
  )
  await fc.assert(property, { numRuns: 40, unbiased: true, interruptAfterTimeLimit: 90_000 })
}, 150_000)
