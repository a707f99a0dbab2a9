import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityDays, usageDays, userDays } from '../../db/schema/index.ts'
import {
  createUsageDatabase,
  dayAfter,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  type UsageDatabase,
} from '../../testing/factories/usage.ts'
import { FIRST_TOKEN_BOUNDS } from './first-token.ts'
import { countUsage } from './usage-job.ts'

const FIRST = '2026-03-01'
const SPAN = 12

let fixture: UsageDatabase
let agentIds: string[]
beforeAll(async () => {
  fixture = await createUsageDatabase()
  agentIds = [await makeAgent(fixture.db), await makeAgent(fixture.db)]
})
afterAll(() => fixture.close())

/** Times concentrated around midnight, where day boundaries can go wrong. */
const moment = fc
  .tuple(
    fc.nat({ max: SPAN - 1 }),
    fc.oneof(
      fc.constantFrom(
        '00:00:00.000',
        '00:00:00.001',
        '23:59:59.999',
        '20:59:59.999',
        '21:00:00.000',
        '03:00:00.000',
      ),
      fc.nat({ max: 86_399_999 }).map((ms) => new Date(ms).toISOString().slice(11, 23)),
    ),
  )
  .map(([day, time]) => inSaoPaulo(dayAfter(FIRST, day), time))

const count = fc.option(fc.nat({ max: 5_000 }), { nil: null })

const written = fc.record({
  at: moment,
  person: fc.nat({ max: 2 }),
  agent: fc.nat({ max: 1 }),
  by: fc.constantFrom(
    { usedModel: 'openai', modelName: 'gpt-um' } as const,
    { usedModel: 'openai', modelName: 'gpt-dois' } as const,
    { usedModel: 'google', modelName: 'gpt-um' } as const,
    { usedModel: 'google', modelName: null } as const,
    { usedModel: null, modelName: 'demo' } as const,
    { usedModel: null, modelName: null } as const,
  ),
  status: fc.constantFrom('done', 'stopped', 'error', 'interrupted', 'running'),
  finishReason: fc.constantFrom('stop', 'content_filter', null),
  errorCode: fc.constantFrom('filtered', 'stall', null),
  ownKey: fc.boolean(),
  nTokens: count,
  nCachedTokens: count,
  nOutputTokens: count,
  firstTokenMs: fc.option(fc.nat({ max: 300_000 }), { nil: null }),
  rated: fc.option(fc.record({ feedback: fc.constantFrom('up', 'down'), feedbackAt: moment }), {
    nil: undefined,
  }),
})
type Written = typeof written extends fc.Arbitrary<infer Value> ? Value : never

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })

function providerOf({ by, status }: Written): [provider: string, model: string] {
  if (by.usedModel) return [by.usedModel, by.modelName ?? '']
  return by.modelName || status === 'done' ? ['demo', 'demo'] : ['none', '']
}

type Counted = Record<string, number>

/** The expected result, counted one by one. */
function countedByHand(all: Written[]) {
  const days = new Map<string, Counted>()
  const people = new Map<string, number>()
  const add = (key: unknown[], amounts: Counted) => {
    const name = JSON.stringify(key)
    const row = days.get(name) ?? {}
    for (const [field, amount] of Object.entries(amounts)) row[field] = (row[field] ?? 0) + amount
    days.set(name, row)
  }
  for (const it of all) {
    const [day, agent] = [dayIn.format(it.at), it.agent]
    add([day, agent, 'none', '', false], { messages: 1 })
    const person = JSON.stringify([day, it.person])
    people.set(person, (people.get(person) ?? 0) + 1)
    if (it.status === 'running') continue
    const who = [...providerOf(it), it.ownKey]
    add([day, agent, ...who], {
      replies: 1,
      failed: Number(it.status === 'error'),
      interrupted: Number(it.status === 'interrupted'),
      stopped: Number(it.status === 'stopped'),
      refused: Number(it.finishReason === 'content_filter' || it.errorCode === 'filtered'),
      nTokens: it.nTokens ?? 0,
      nCachedTokens: it.nCachedTokens ?? 0,
      nOutputTokens: it.nOutputTokens ?? 0,
      ...(it.firstTokenMs !== null && {
        firstTokens: 1,
        firstTokenMs: it.firstTokenMs,
        [`bucket ${FIRST_TOKEN_BOUNDS.filter((bound) => bound <= Number(it.firstTokenMs)).length}`]: 1,
      }),
    })
    if (it.rated) add([dayIn.format(it.rated.feedbackAt), agent, ...who], { [it.rated.feedback]: 1 })
  }
  return { days, people }
}

const withoutZeros = (row: Counted): Counted =>
  Object.fromEntries(Object.entries(row).filter(([, n]) => n > 0))
const sorted = (entries: Iterable<[string, unknown]>) =>
  [...entries].sort(([one], [other]) => (one < other ? -1 : Number(one > other)))

async function storedDays() {
  const rows = await fixture.db.select().from(usageDays)
  return rows.map(
    ({ day, agentId, provider, model, isOwnKey, updatedAt: _at, firstTokenBuckets, ...counts }) => {
      const key = JSON.stringify([day, agentIds.indexOf(agentId), provider, model, isOwnKey])
      const buckets = Object.fromEntries(firstTokenBuckets.map((n, bucket) => [`bucket ${bucket}`, n]))
      return [key, withoutZeros({ ...counts, ...buckets })] as [string, Counted]
    },
  )
}

/** Users who wrote in the window that ends on this day. */
function activeByHand(all: Written[], day: string, length: number): number {
  const from = dayAfter(day, 1 - length)
  const inside = all.filter(({ at }) => dayIn.format(at) >= from && dayIn.format(at) <= day)
  return new Set(inside.map(({ person }) => person)).size
}

/** Writes in parts and counts after each; the messages of a part precede the day's final count. */
async function play(parts: Written[][]): Promise<void> {
  const { db } = fixture
  await fixture.empty()
  const people: string[] = []
  for (const name of ['Ana', 'Bia', 'Caio']) people.push(await makeWriter(db, inSaoPaulo(FIRST), name))
  const all = parts.flat()
  for (const [index, part] of parts.entries()) {
    for (const { person, agent, by, rated, ...reply } of part) {
      const who = { userId: people[person] ?? '', agentId: agentIds[agent] ?? '' }
      await exchange(db, { ...who, ...by, ...reply, ...rated })
    }
    if (index < parts.length - 1) await countUsage(db, { today: FIRST })
  }
  await countUsage(db, { today: dayAfter(FIRST, SPAN) })
  const byHand = countedByHand(all)
  const expected = [...byHand.days].map(([key, row]): [string, Counted] => [key, withoutZeros(row)])
  expect(sorted(await storedDays())).toEqual(sorted(expected))
  const wrote = (await db.select().from(userDays)).map(({ userId, day, messages }): [string, number] => [
    JSON.stringify([day, people.indexOf(userId)]),
    messages,
  ])
  expect(sorted(wrote)).toEqual(sorted(byHand.people))
  for (const row of await db.select().from(activityDays)) {
    const active = [row.active1, row.active7, row.active30, row.active90]
    expect([row.day, active]).toEqual([
      row.day,
      [1, 7, 30, 90].map((length) => activeByHand(all, row.day, length)),
    ])
  }
}

test('the daily figures equal a naive count, whatever is written and rated', {
  timeout: 120_000,
}, async () => {
  const part = fc.array(written, { maxLength: 12 })
  await fc.assert(fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), play), {
    numRuns: 15,
    endOnFailure: true,
  })
})
