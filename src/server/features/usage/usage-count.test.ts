import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chats, messages, usageDays } from '../../db/schema/index.ts'
import {
  activeOn,
  createUsageDatabase,
  dayAfter,
  daysCounted,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  NO_USAGE,
  saoPauloToday,
  type UsageDatabase,
  wroteOn,
} from '../../testing/factories/usage.ts'
import { FIRST_TOKEN_BOUNDS } from './first-token.ts'
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

const asked = (day: string, count: number) => ({
  ...NO_USAGE,
  ...{ day, provider: 'none', model: '', messages: count },
})

describe('days are those of São Paulo', () => {
  test('a message belongs to the local day of its timestamp, to the millisecond', async () => {
    await write(inSaoPaulo(DAY, '00:00:00.000'), OPENAI)
    await write(inSaoPaulo(DAY, '23:59:59.999'), OPENAI)
    await write(inSaoPaulo(NEXT, '00:00:00.000'), OPENAI)
    await write(inSaoPaulo(dayAfter(DAY, -1), '23:59:59.999'), OPENAI)
    await countUsage(fixture.db, { today: NEXT })
    const written = { ...NO_USAGE, provider: 'openai', model: 'gpt-um' }
    expect(await days()).toEqual([
      asked('2026-03-09', 1),
      { ...written, day: '2026-03-09', replies: 1 },
      asked(DAY, 2),
      { ...written, day: DAY, replies: 2 },
      asked(NEXT, 1),
      { ...written, day: NEXT, replies: 1 },
    ])
    expect(await wrote()).toEqual([
      ['2026-03-09', 1],
      [DAY, 2],
      [NEXT, 1],
    ])
  })

  test('without an explicit day, today is the local day', async () => {
    const today = saoPauloToday()
    await write(new Date(), OPENAI)
    await countUsage(fixture.db)
    expect((await days()).map(({ day }) => day)).toEqual([today, today])
  })

  test('a reply counts on the day on which it began, whenever it ends', async () => {
    const { replyId } = await write(inSaoPaulo(DAY, '23:59:58.000'), {
      ...OPENAI,
      status: 'running',
      content: '',
    })
    await countUsage(fixture.db, { today: DAY })
    expect(await days()).toEqual([asked(DAY, 1)])
    await fixture.db
      .update(messages)
      .set({ status: 'done', content: 'Fim.', nTokens: 9, leaseOwner: null, leaseUntil: null })
      .where(eq(messages.id, replyId))
    await countUsage(fixture.db, { today: NEXT })
    expect(await days()).toEqual([
      asked(DAY, 1),
      { ...NO_USAGE, day: DAY, provider: 'openai', model: 'gpt-um', replies: 1, nTokens: 9 },
    ])
  })

  test('a rating counts on its own day, under the model of the rated reply', async () => {
    await write(inSaoPaulo(DAY, '23:00:00.000'), {
      ...OPENAI,
      ...{ feedback: 'down', feedbackAt: inSaoPaulo(NEXT, '00:00:00.000') },
    })
    await write(inSaoPaulo(DAY, '10:00:00.000'), {
      ...OPENAI,
      ...{ feedback: 'up', feedbackAt: inSaoPaulo(DAY, '23:59:59.999') },
    })
    await countUsage(fixture.db, { today: NEXT })
    const written = { ...NO_USAGE, provider: 'openai', model: 'gpt-um' }
    expect(await days()).toEqual([
      asked(DAY, 2),
      { ...written, day: DAY, replies: 2, up: 1 },
      { ...written, day: NEXT, down: 1 },
    ])
  })
})

describe('the figures', () => {
  test('count sender, key, outcome and cost', async () => {
    const at = inSaoPaulo(DAY)
    const spent = { nTokens: 100, nCachedTokens: 40, nOutputTokens: 30 }
    await write(at, { ...OPENAI, ...spent, firstTokenMs: 210 })
    await write(at, { ...OPENAI, ...spent, firstTokenMs: 790, status: 'stopped' })
    await write(at, { ...OPENAI, nTokens: 7, ownKey: true })
    await write(at, {
      usedModel: 'google',
      modelName: 'gemini-um',
      status: 'interrupted',
      errorCode: 'stall',
    })
    await write(at, { modelName: 'demo', nTokens: 0 })
    // Rows from before models were stored have only the provider.
    await write(at, { usedModel: 'openai', nTokens: 11 })
    await write(at)
    await write(at, { status: 'error', errorCode: 'provider_down', content: '' })
    await countUsage(fixture.db, { today: DAY })
    expect(await days()).toEqual([
      { ...NO_USAGE, day: DAY, provider: 'demo', model: 'demo', replies: 2 },
      { ...NO_USAGE, day: DAY, provider: 'google', model: 'gemini-um', replies: 1, interrupted: 1 },
      { ...asked(DAY, 8), replies: 1, failed: 1 },
      { ...NO_USAGE, day: DAY, provider: 'openai', model: '', replies: 1, nTokens: 11 },
      {
        ...{ ...NO_USAGE, day: DAY, provider: 'openai', model: 'gpt-um', replies: 2, stopped: 1 },
        ...{ nTokens: 200, nCachedTokens: 80, nOutputTokens: 60, firstTokens: 2, firstTokenMs: 1_000 },
      },
      { ...NO_USAGE, day: DAY, provider: 'openai', model: 'gpt-um', isOwnKey: true, replies: 1, nTokens: 7 },
    ])
    const [timed] = await fixture.db.select().from(usageDays).where(sql`first_tokens > 0`)
    const bucketOf = (ms: number) => FIRST_TOKEN_BOUNDS.filter((bound) => bound <= ms).length
    const expected = FIRST_TOKEN_BOUNDS.map(() => 0).concat(0)
    expected[bucketOf(210)] = 1
    expected[bucketOf(790)] = 1
    expect(timed?.firstTokenBuckets).toEqual(expected)
  })

  test('count a user once per window, and a new user on the sign-up day', async () => {
    const bia = await makeWriter(fixture.db, inSaoPaulo(NEXT, '00:00:00.000'))
    await write(inSaoPaulo(DAY))
    await write(inSaoPaulo(DAY))
    await write(inSaoPaulo(NEXT), { userId: bia })
    await write(inSaoPaulo(dayAfter(DAY, 6)), { userId: bia })
    await countUsage(fixture.db, { today: dayAfter(DAY, 100) })
    expect(await active(dayAfter(DAY, -1))).toEqual([0, 0, 0, 0, 0])
    expect(await active(DAY)).toEqual([1, 1, 1, 1, 1])
    expect(await active(NEXT)).toEqual([1, 2, 2, 2, 1])
    expect(await active(dayAfter(DAY, 6))).toEqual([1, 2, 2, 2, 0])
    expect(await active(dayAfter(DAY, 7))).toEqual([0, 1, 2, 2, 0])
    expect(await active(dayAfter(DAY, 29))).toEqual([0, 0, 2, 2, 0])
    expect(await active(dayAfter(DAY, 30))).toEqual([0, 0, 1, 2, 0])
    expect(await active(dayAfter(DAY, 90))).toEqual([0, 0, 0, 1, 0])
    expect(await active(dayAfter(DAY, 96))).toEqual([0, 0, 0, 0, 0])
  })

  test('include deleted messages', async () => {
    const { chatId } = await write(inSaoPaulo(DAY), OPENAI)
    const { replyId } = await write(inSaoPaulo(DAY), OPENAI)
    await fixture.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))
    await fixture.db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.id, replyId))
    await countUsage(fixture.db, { today: DAY })
    expect(await days()).toMatchObject([{ messages: 2 }, { replies: 2 }])
  })
})
