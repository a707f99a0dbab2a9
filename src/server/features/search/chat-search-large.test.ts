import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChatSearchPage } from '#shared/contract/chats.ts'
import { chats } from '../../db/schema/index.ts'
import { readWords } from '../../db/search/read-words.ts'
import { messageSearchOf, typedWords } from '../../db/search/search-words.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { findMessages } from './chat-search.queries.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Primeira'))
})
afterAll(() => app.close())

/** A chat with messages: `content` is SQL of the minute `n`, which begins at 10. */
async function write(
  { userId }: TestClient,
  { count, content }: { count: number; content: string },
): Promise<string> {
  const { db } = app.server.deps
  const chatId = uuidv7()
  await db.insert(chats).values({ id: chatId, agentId, userId, title: 'Conversa', lastSeq: count })
  await db.execute(sql`
    insert into messages (id, chat_id, seq, sender, status, content, created_at)
    select gen_random_uuid(), ${chatId}, n, 'human', 'done', ${sql.raw(content)},
      timestamptz '2026-02-01T00:00:00Z' + n * interval '1 minute'
    from generate_series(10, ${count}) as n`)
  return chatId
}

/** Minutes of the messages on all pages, at most `most`. */
async function minutesOf(
  client: TestClient,
  q: string,
  { limit = 20, most = Number.POSITIVE_INFINITY } = {},
) {
  const minutes: number[] = []
  let cursor: string | null = ''
  while (cursor !== null && minutes.length < most) {
    const place: string = cursor && `&cursor=${cursor}`
    const reply = await client.get(`/chats/search?q=${encodeURIComponent(q)}&limit=${limit}${place}`)
    const page = ChatSearchPage.parse(reply.data)
    minutes.push(...page.items.map(({ writtenAt }) => (Date.parse(writtenAt) - BEGINNING) / 60_000))
    cursor = page.nextCursor
  }
  return minutes
}

const BEGINNING = Date.parse('2026-02-01T00:00:00Z')

/** Multiples of `every`, newest first. */
const multiples = (every: number, count: number) =>
  Array.from({ length: Math.floor(count / every) }, (_, index) => every * (index + 1)).toReversed()

test('a search of an account whose messages fit into the first look reads them once', async () => {
  const { db } = app.server.deps
  const client = await app.signUp()
  await write(client, { count: 40, content: `'comum' || case n when 20 then ' raro' else '' end` })
  const { userId } = client
  const { words, mark } = await readWords(db, { userId, words: typedWords('raro') })
  const search = messageSearchOf(words, mark)
  if (!search) throw new Error('no words')
  const onceOnly = new Proxy(db, {
    get: (target, key) => {
      if (key === 'transaction') throw new Error('the messages are read again')
      return Reflect.get(target, key)
    },
  })
  const signal = AbortSignal.timeout(5_000)
  const found = await findMessages(onceOnly, { userId, search, after: undefined, limit: 20, signal })
  expect(found.map(({ writtenAt }) => (writtenAt.getTime() - BEGINNING) / 60_000)).toEqual([20])
})

describe('a search of a large account', () => {
  test.each([
    ['medio', 70],
    ['raro', 900],
    ['raro com', 900],
    ['medio com', 70],
    ['comum raro medio', 6_300],
    ['medi', 70],
    ['medio c', 70],
    ['r', 900],
  ])('has every match of words of any frequency, newest first: %s', async (q, every) => {
    const client = await app.signUp()
    const content = `'comum' || case n % 70 when 0 then ' medio' else '' end || case n % 900 when 0 then ' raro' else '' end`
    await write(client, { count: 6_300, content })
    expect(await minutesOf(client, q)).toEqual(multiples(every, 6_300))
  })

  test('leaves deleted chats out, also when their matches fill a page', async () => {
    const client = await app.signUp()
    await write(client, { count: 1_500, content: `case n % 300 when 0 then 'raro' else 'comum' end` })
    const chatId = await write(client, {
      count: 1_600,
      content: `case n % 40 when 0 then 'raro' else 'comum' end`,
    })
    await client.call('DELETE', `/api/v1/chats/${chatId}`)
    expect(await minutesOf(client, 'raro')).toEqual(multiples(300, 1_500))
  })

  test('pages through a word that every message has', async () => {
    const client = await app.signUp()
    await write(client, { count: 2_500, content: `'palavra comum'` })
    const newest = Array.from({ length: 200 }, (_, index) => 2_500 - index)
    expect(await minutesOf(client, 'comum', { limit: 100, most: 200 })).toEqual(newest)
  })

  test('finds words that were frequent in the past only', async () => {
    const client = await app.signUp()
    const content = `case when n <= 3500 or n % 250 = 0 then 'arcaico' else 'novo' end`
    await write(client, { count: 13_500, content })
    const rare = Array.from({ length: 40 }, (_, index) => 13_500 - 250 * index)
    const frequent = Array.from({ length: 160 }, (_, index) => 3_500 - index)
    expect(await minutesOf(client, 'arcaico', { limit: 100, most: 200 })).toEqual([...rare, ...frequent])
  })
})
