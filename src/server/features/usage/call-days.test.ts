import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { createUsageDatabase } from '../../testing/factories/usage.ts'
import { countCall } from './call-days.queries.ts'

const { db, empty, close } = await createUsageDatabase()
afterAll(close)
beforeEach(empty)

const call = { isOwnKey: false, purpose: 'title' as const, nTokens: 100, nCachedTokens: 30, nOutputTokens: 7 }
const count = (model: string, { agentId = '00000000-0000-0000-0000-000000000000' } = {}) =>
  countCall(db, { ...call, agentId, provider: 'openai', model })
const stored = async () => {
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`select model, calls, n_tokens::int as tokens, n_cached_tokens::int as cached, n_output_tokens::int as output
      from call_days order by model`,
  )
  return rows.map(({ model, calls, tokens, cached, output }) => [model, calls, tokens, cached, output])
}
const blocked = async () => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%call_days%'`,
  )
  return rows[0]?.count
}

test('calls that end while others are stored wait with one connection, and are all counted', async () => {
  await count('a')
  const last = await db.transaction(async (tx) => {
    await tx.execute(sql`select from call_days for update`)
    const first = count('a')
    await eventually(async () => expect(await blocked()).toBe(1))
    const more = Array.from({ length: 30 }, () => [count('a'), count('b')]).flat()
    expect(await Promise.race([...more, sleep(100, 'waiting')])).toBe('waiting')
    expect(await blocked()).toBe(1)
    return [first, more.at(-1)]
  })
  // The last one's figures are stored when it says so.
  await last[1]
  expect(await stored()).toEqual([
    ['a', 32, 3200, 960, 224],
    ['b', 30, 3000, 900, 210],
  ])
})

test('a call that could not be stored is counted with the next one, once more', async () => {
  await count('a')
  await db.execute(sql`alter table call_days rename to call_days_gone`)
  await expect(count('a')).rejects.toThrow()
  await db.execute(sql`alter table call_days_gone rename to call_days`)
  await count('b')
  expect(await stored()).toEqual([
    ['a', 2, 200, 60, 14],
    ['b', 1, 100, 30, 7],
  ])
  await count('a')
  expect(await stored()).toEqual([
    ['a', 3, 300, 90, 21],
    ['b', 1, 100, 30, 7],
  ])
})

test('calls that cannot be stored are given up after the second write', async () => {
  await expect(count('a', { agentId: 'no id' })).rejects.toThrow()
  await expect(count('b')).rejects.toThrow()
  await count('c')
  expect(await stored()).toEqual([
    ['b', 1, 100, 30, 7],
    ['c', 1, 100, 30, 7],
  ])
})
