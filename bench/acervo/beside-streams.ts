import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect.ts'
import { messages } from '../../src/server/db/schema/index.ts'
import { newMessage, openChat } from '../../src/server/testing/factories/conversation.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import { Child } from '../lib/child.ts'
import type { Load } from '../lib/stream/readers.ts'

/** Longer than any measurement: the replies are stopped after it. */
const TOKENS = 20_000
const INTERVAL_MS = 20

type Streaming = { client: TestClient; url: string; agentId: string; count: number }

/** Measures while `count` replies are streamed to readers in a process of their own, at 50 tokens a second each. */
export async function besideStreams<T>(
  db: Db,
  { client, url, agentId, count }: Streaming,
  measure: () => Promise<T>,
): Promise<{ measured: T; lost: number }> {
  const chatIds = await Promise.all(Array.from({ length: count }, () => openChat(client, agentId)))
  const headers = { origin: url, cookie: client.cookie, 'content-type': 'application/json' }
  const targets = chatIds.map((chatId) => ({
    url: `${url}/api/v1/chats/${chatId}/messages`,
    body: JSON.stringify(newMessage(`Conte tudo [[tokens=${TOKENS} delay=${INTERVAL_MS}]]`)),
    headers,
  }))
  const live = () => db.$count(messages, eq(messages.status, 'running'))
  const { child: readers } = await Child.start('stream/readers')
  try {
    readers.send({ targets, staggerMs: 1_000 } satisfies Load)
    while ((await live()) < count) await sleep(100)
    const measured = await measure()
    const lost = count - (await live())
    await Promise.all(chatIds.map((chatId) => client.call('POST', `/api/v1/chats/${chatId}/stop`)))
    await readers.next()
    return { measured, lost }
  } finally {
    await readers.close()
  }
}
