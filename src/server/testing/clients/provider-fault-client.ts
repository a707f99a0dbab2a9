import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Message, ReplyErrorCode } from '#shared/contract/messages.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { messages } from '../../db/schema/index.ts'
import type { Behaviour } from '../doubles/provider/behaviour.ts'
import type { RecordedRequest } from '../doubles/provider/provider-double.ts'
import { messagesOf, openAgentId, openChat } from '../factories/conversation.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { type StreamedEvent, type TestClient, textOf } from '../test-client.ts'

export type Answer = {
  events: StreamedEvent[]
  /** The reply as its owner reads it, and its row. */
  stored: Message
  row: typeof messages.$inferSelect
  /** Requests to the provider, one per attempt. */
  requests: RecordedRequest[]
}

/** A user and a provider that misbehaves. */
export type Asking = {
  app: TestApp
  /**
   * Asks one question in a new chat and returns what was streamed and stored. The question ends with a
   * directive of the double. With `behaviours`, these are scripted instead; then no other question may run.
   */
  ask(directive: string, ...behaviours: Behaviour[]): Promise<Answer>
}

export async function startProviderFaultClient(variables: Record<string, string>): Promise<Asking> {
  const app = await createTestApp(variables)
  const ana = await app.signUp()
  const agentId = await openAgentId(ana)
  return { app, ask: (directive, ...behaviours) => ask(app, { ana, agentId }, directive, behaviours) }
}

async function ask(
  app: TestApp,
  { ana, agentId }: { ana: TestClient; agentId: string },
  directive: string,
  behaviours: Behaviour[],
): Promise<Answer> {
  const chatId = await openChat(ana, agentId)
  const id = randomUUID()
  const content = `Pergunta ${id} ${directive}`
  app.provider.script(...behaviours)
  const events = await ana.send(chatId, { id, content })
  const [human, stored] = await messagesOf(ana, chatId)
  expect(human?.content).toBe(content)
  if (!stored) throw new Error('no reply')
  // The streamed text must equal the stored one in every case.
  expect(stored.content).toBe(textOf(events))
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, stored.id))
  if (!row) throw new Error('no row')
  const requests = app.provider.requests.filter(({ body }) => JSON.stringify(body).includes(id))
  return { events, stored, row, requests }
}

/** Asserts that a reply ended with this error, in its row and in the last event of its stream. */
export function expectFailure(
  { events, stored }: Answer,
  status: 'error' | 'interrupted',
  code: ReplyErrorCode,
): void {
  expect(stored).toMatchObject({ status, errorCode: code, finishReason: null })
  const isTimeout = code === 'stall' || code === 'first_token_timeout'
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    data: { error: REPLY_ERROR_TEXT[code], code, isTimeout },
  })
}
