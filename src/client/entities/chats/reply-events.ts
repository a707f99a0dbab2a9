import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { MessageStatus, ReplyErrorCode, ReplyStep } from '#shared/contract/messages.ts'
import { isReplyErrorCode, MESSAGE_STATUSES } from '#shared/reply-ends.ts'

/** `citations` are those of a test chat; stored replies are read again with theirs. */
export type ReplyEnd = { citations?: readonly CitedPassage[] } & (
  | { type: 'done'; messageId: string; status: MessageStatus }
  | { type: 'error'; code: ReplyErrorCode | null; isTimeout: boolean }
)

export type ReplyEvent =
  | { type: 'token'; token: string; end: number }
  | { type: 'tool'; step: ReplyStep }
  | ReplyEnd

/**
 * The events of a reply's stream. Calls `onBytes` for every chunk, heartbeats included. Returns when the body ends or
 * `signal` aborts. @throws when the connection breaks or an event does not match the contract.
 */
export async function* readReplyEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<ReplyEvent, void, void> {
  const events: ReplyEvent[] = []
  const parser = createParser({
    onEvent: (message) => {
      const event = toReplyEvent(message)
      if (event) events.push(event)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  // Cancelling a broken body rejects, harmlessly.
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    // Frees the connection when the consumer leaves early.
    cancel()
  }
}

/** By hand: with the schemas of the contract each page of a chat would load zod. */
function toReplyEvent({ event, data, id }: EventSourceMessage): ReplyEvent | null {
  if (event === 'tool') return toStepEvent(JSON.parse(data))
  if (event !== 'token' && event !== 'done' && event !== 'error') return null
  const { token, messageId, status, code, isTimeout, citations }: Record<string, unknown> = Object(
    JSON.parse(data),
  )
  if (event === 'token' && typeof token === 'string') {
    return { type: 'token', token, end: Number.parseInt(id ?? '', 10) }
  }
  if (event === 'done' && typeof messageId === 'string' && isStatus(status)) {
    return { type: 'done', messageId, status, ...cited(citations) }
  }
  if (event === 'error' && typeof isTimeout === 'boolean') {
    return { type: 'error', code: isReplyErrorCode(code) ? code : null, isTimeout, ...cited(citations) }
  }
  throw new Error(`Unexpected ${event} event`)
}

/** The server checks each citation against its contract; another version's list is left out. */
const cited = (value: unknown) => (Array.isArray(value) && value.every(isCited) ? { citations: value } : {})

function isCited(value: unknown): value is CitedPassage {
  const { number, sourceName, headings, text }: Record<string, unknown> = Object(value)
  return (
    typeof number === 'number' &&
    typeof sourceName === 'string' &&
    Array.isArray(headings) &&
    typeof text === 'string'
  )
}

/** Null for a step that this build does not know: the text counts. */
function toStepEvent(value: unknown): ReplyEvent | null {
  const { id, name, label, status, at }: Record<string, unknown> = Object(value)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'number') return null
  if (status !== 'running' && status !== 'done' && status !== 'error') return null
  return { type: 'tool', step: { id, name, status, at, ...(typeof label === 'string' && { label }) } }
}

const isStatus = (value: unknown): value is MessageStatus => MESSAGE_STATUSES.some((it) => it === value)
