import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activityDays, chats, messages, users } from '../../db/schema/index.ts'
import {
  activeOn,
  createUsageDatabase,
  dayAfter,
  daysCounted,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  saoPauloToday,
  type UsageDatabase,
  wroteOn,
} from '../../testing/factories/usage.ts'
import { keepUsageOf, keepUsageOfMessages } from './usage-days.queries.ts'
import { countUsage } from './usage-job.ts'

const DAY = '2026-03-10'
const NEXT = '2026-03-11'

let fixture: UsageDatabase
let agentId: string
let ana: string
beforeAll(async () => {
  fixture = await createUsageDatabase()
  agentId = await makeAgent(fixture.db)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.empty()
  ana = await makeWriter(fixture.db, inSaoPaulo(DAY))
})

const write = (at: Date, reply: Partial<Parameters<typeof exchange>[1]> = {}) =>
  exchange(fixture.db, { userId: ana, agentId, at, ...reply })
const days = () => daysCounted(fixture.db)
const wrote = () => wroteOn(fixture.db)
const active = (day: string) => activeOn(fixture.db, day)

const OPENAI = { usedModel: 'openai', modelName: 'gpt-um' } as const

describe('the time of counting', () => {
  test('a withdrawn rating leaves the days that are still counted, and its row if that is empty', async () => {
    const { replyId } = await write(inSaoPaulo(dayAfter(DAY, -20)), {
      ...OPENAI,
      ...{ feedback: 'up', feedbackAt: inSaoPaulo(DAY) },
    })
    const isThumb = ({ up }: { up: number }) => up > 0
    await countUsage(fixture.db, { today: DAY })
    expect((await days()).filter(isThumb)).toMatchObject([{ day: DAY, up: 1 }])
    await fixture.db
      .update(messages)
      .set({ feedback: null, feedbackAt: null })
      .where(eq(messages.id, replyId))
    await countUsage(fixture.db, { today: NEXT })
    expect((await days()).filter(({ day }) => day === DAY)).toEqual([])
  })

  test('a past day stays unchanged, also when chats are purged, and when counting pauses', async () => {
    const { chatId } = await write(inSaoPaulo(DAY), { ...OPENAI, nTokens: 50 })
    await countUsage(fixture.db, { today: DAY })
    await countUsage(fixture.db, { today: NEXT })
    const [before, people] = [await days(), await wrote()]
    expect(before).toHaveLength(2)
    await countUsage(fixture.db, { today: dayAfter(DAY, 2) })
    await fixture.db.delete(chats).where(eq(chats.id, chatId))
    await countUsage(fixture.db, { today: dayAfter(DAY, 3) })
    expect([await days(), await wrote()]).toEqual([before, people])
    expect(await active(DAY)).toEqual([1, 1, 1, 1, 1])
  })

  test('missed days are counted later', async () => {
    await write(inSaoPaulo(DAY, '09:00:00.000'), OPENAI)
    await countUsage(fixture.db, { today: DAY })
    await write(inSaoPaulo(DAY, '22:00:00.000'), OPENAI)
    await write(inSaoPaulo(dayAfter(DAY, 3)), OPENAI)
    await write(inSaoPaulo(dayAfter(DAY, 45)), OPENAI)
    await countUsage(fixture.db, { today: dayAfter(DAY, 45) })
    expect(
      (await days()).filter(({ replies }) => replies > 0).map(({ day, replies }) => [day, replies]),
    ).toEqual([
      [DAY, 2],
      [dayAfter(DAY, 3), 1],
      [dayAfter(DAY, 45), 1],
    ])
    // Days without activity are stored as zero.
    expect(await active(dayAfter(DAY, 20))).toEqual([0, 0, 1, 1, 0])
  })

  test('the first count covers half a year', async () => {
    await write(inSaoPaulo(dayAfter(DAY, -179)), OPENAI)
    await write(inSaoPaulo(dayAfter(DAY, -180)), OPENAI)
    await countUsage(fixture.db, { today: DAY })
    expect((await days()).map(({ day }) => day)).toEqual([dayAfter(DAY, -179), dayAfter(DAY, -179)])
    expect(await fixture.db.$count(activityDays)).toBe(180)
  })

  test('a new installation starts with its first account', async () => {
    await countUsage(fixture.db, { today: dayAfter(DAY, 1) })
    expect(await fixture.db.$count(activityDays)).toBe(2)
    expect(await active(DAY)).toEqual([0, 0, 0, 0, 1])
  })

  test('repeated and concurrent counts change nothing', async () => {
    await write(inSaoPaulo(DAY), { ...OPENAI, nTokens: 50, feedback: 'up', feedbackAt: inSaoPaulo(DAY) })
    const today = { today: DAY }
    await countUsage(fixture.db, today)
    const before = [await days(), await wrote(), await active(DAY)]
    const turns = await Promise.all(Array.from({ length: 12 }, () => countUsage(fixture.db, today)))
    expect(turns).toContain(true)
    expect([await days(), await wrote(), await active(DAY)]).toEqual(before)
  })

  test('only one count runs at a time, and a recent count is not repeated', async () => {
    const { db } = fixture
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7203552)`)
      expect(await countUsage(db, { today: DAY })).toBe(false)
    })
    expect(await db.$count(activityDays)).toBe(0)
    await countUsage(db, { today: DAY })
    await write(inSaoPaulo(DAY))
    expect(await countUsage(db, { today: DAY, freshSeconds: 3_600 })).toBe(true)
    expect(await days()).toEqual([])
    await countUsage(db, { today: DAY })
    expect(await days()).toHaveLength(2)
  })

  test('an interrupted count resumes', async () => {
    const abort = new AbortController()
    abort.abort()
    expect(await countUsage(fixture.db, { today: DAY, signal: abort.signal })).toBe(false)
    expect(await fixture.db.$count(activityDays)).toBe(0)
    await write(inSaoPaulo(dayAfter(DAY, -100)), OPENAI)
    // Simulates an interruption after the first steps.
    await fixture.db.insert(activityDays).values({ day: dayAfter(DAY, -120) })
    await countUsage(fixture.db, { today: DAY })
    expect((await days()).map(({ day }) => day)).toEqual([dayAfter(DAY, -100), dayAfter(DAY, -100)])
    expect(await fixture.db.$count(activityDays)).toBe(122)
  })
})

/** Sums of the operator's figures, with those of deleted accounts and messages. */
const sums = async () =>
  (
    await fixture.db.execute(sql`select day::text, replace(provider, '-gone', '') as provider, sum(messages)::int as messages,
      sum(replies)::int as replies, sum(n_tokens)::int as tokens, sum(n_output_tokens)::int as output, sum(first_tokens)::int as first,
      sum(up)::int as up, (select sum(n) from usage_days as d, unnest(d.first_token_buckets) as n where d.day = usage_days.day)::int as buckets
      from usage_days group by 1, 2, day order by 1, 2`)
  ).rows

describe('a deleted account', () => {
  test('loses its user figures, and keeps the operator’s cost anonymously', async () => {
    const { db } = fixture
    const today = saoPauloToday()
    const yesterday = dayAfter(today, -1)
    const bia = await makeWriter(db, inSaoPaulo(yesterday))
    const spent = { ...OPENAI, nTokens: 100, nCachedTokens: 10, nOutputTokens: 30, firstTokenMs: 400 }
    await write(inSaoPaulo(yesterday), spent)
    await write(inSaoPaulo(yesterday), { ...spent, userId: bia })
    await write(new Date(), { ...OPENAI, nTokens: 5, feedback: 'up', feedbackAt: new Date() })
    await countUsage(db)
    const before = await sums()
    expect(before).toHaveLength(4)
    await db.transaction(async (tx) => {
      await keepUsageOf(tx, { userId: ana })
      await tx.delete(users).where(eq(users.id, ana))
    })
    await countUsage(db)
    expect(await sums()).toEqual(before)
    // Counted once more by another instance.
    await db.transaction(async (tx) => {
      await keepUsageOf(tx, { userId: bia })
      await tx.delete(users).where(eq(users.id, bia))
    })
    await countUsage(db)
    expect(await sums()).toEqual(before)
    expect(await wrote()).toEqual([])
  })
})

describe('messages deleted for good', () => {
  test('change no figures, neither of their user nor of the operator', async () => {
    const { db } = fixture
    const today = saoPauloToday()
    const spent = { ...OPENAI, nTokens: 100, nCachedTokens: 10, nOutputTokens: 30, firstTokenMs: 400 }
    for (const at of [inSaoPaulo(dayAfter(today, -1)), new Date(), new Date()]) await write(at, spent)
    await write(new Date(), { ...OPENAI, nTokens: 5, feedback: 'up', feedbackAt: new Date() })
    await countUsage(db)
    const before = [await sums(), await wrote()]
    const all = await db.select({ id: messages.id, chatId: messages.chatId }).from(messages)
    const purge = (ids: string[]) =>
      db.transaction(async (tx) => {
        await keepUsageOfMessages(tx, { messageIds: ids })
        await tx.delete(messages).where(inArray(messages.id, ids))
      })
    const [first] = all
    await purge(all.filter(({ chatId }) => chatId === first?.chatId).map(({ id }) => id))
    await countUsage(db)
    expect([await sums(), await wrote()]).toEqual(before)
    await purge(all.filter(({ chatId }) => chatId !== first?.chatId).map(({ id }) => id))
    await countUsage(db)
    expect([await sums(), await wrote()]).toEqual(before)
    expect(await db.$count(messages)).toBe(0)
  })
})
