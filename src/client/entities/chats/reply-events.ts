import { createParser, type EventSourceMessage } from 'eventsource-parser'
import {
  DoneEvent,
  ErrorEvent,
  type MessageStatus,
  type ReplyErrorCode,
  TokenEvent,
} from '#shared/contract/messages.ts'

export type ReplyEnd =
  | { type: 'done'; messageId: string; status: MessageStatus }
  | { type: 'error'; code: ReplyErrorCode | null; isTimeout: boolean }

export type ReplyEvent = { type: 'token'; token: string; end: number } | ReplyEnd

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

function toReplyEvent({ event, data, id }: EventSourceMessage): ReplyEvent | null {
  if (event === 'token') {
    return {
      type: 'token',
      token: TokenEvent.parse(JSON.parse(data)).token,
      end: Number.parseInt(id ?? '', 10),
    }
  }
  if (event === 'done') return { type: 'done', ...DoneEvent.parse(JSON.parse(data)) }
  if (event === 'error') {
    const { code, isTimeout } = ErrorEvent.parse(JSON.parse(data))
    return { type: 'error', code: code ?? null, isTimeout }
  }
  return null
}
