import { contextOf } from '#client/entities/business/context-items.ts'
import { requestStream } from '#client/lib/http/http-client.ts'
import type { TestMessage, TestSetup } from './test-chat-session.ts'

/** Streams a reply of the agent as its form has it, without storing anything. @throws {ApiError} */
export const askTestAgent = (
  { items, ...agent }: TestSetup,
  messages: TestMessage[],
  signal: AbortSignal,
): Promise<Response> =>
  requestStream('POST', '/agents/admin/test', {
    body: { ...agent, messages, context: contextOf(items) },
    signal,
  })
