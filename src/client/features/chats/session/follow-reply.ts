import { type ReplyEnd, readReplyEvents } from '#client/entities/chats/reply-events.ts'
import type { ReplyBuffer } from './reply-buffer.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** Three missed heartbeats: a dead connection that looks open (F17). */
const SILENCE_MS = 45_000

export type FollowOptions = {
  text: ReplyBuffer
  signal: AbortSignal
  /** An open stream to read first, such as the response of a POST. */
  first?: Response
  /** Reopens the stream after `after` characters, or from its snapshot with null. Throws like `requestStream`. */
  reopen: (after: number | null, signal: AbortSignal) => Promise<Response>
  /** Whether a reply without a stream has ended (true), or waits for a takeover (false). */
  isOver: () => Promise<boolean>
  /** Whether `reopen` may be retried after an error. */
  isTransient: (error: unknown) => boolean
  /** After new text or another state of a step. */
  onText: () => void
  onConnection: (isOpen: boolean) => void
  /** Resolves after `ms`, or sooner. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The terminal event, `gone` if only the stored message knows, `left` after an abort. */
export type FollowResult = ReplyEnd | { type: 'gone' } | { type: 'left' }

/**
 * Follows a reply until its terminal event over as many connections as needed, adding every character and step to `text`
 * exactly once. The delay between attempts is 0.5 s, doubling to 8 s; data resets it.
 */
export async function followReply(options: FollowOptions): Promise<FollowResult> {
  const { signal } = options
  const writer: Writer = { attempt: null }
  let { first } = options
  let delay = FIRST_DELAY_MS
  while (!signal.aborted) {
    const result = await followOnce(options, writer, first, () => {
      delay = FIRST_DELAY_MS
    })
    if (signal.aborted) break
    if (result) return result
    first = undefined
    options.onConnection(false)
    await options.wait(delay, signal)
    delay = Math.min(delay * 2, MAX_DELAY_MS)
  }
  return { type: 'left' }
}

/** Attempt number of the text held; null while unknown. */
type Writer = { attempt: string | null }

/** Follows over one connection; undefined if another is needed. */
async function followOnce(
  options: FollowOptions,
  writer: Writer,
  first: Response | undefined,
  onData: () => void,
): Promise<ReplyEnd | { type: 'gone' } | undefined> {
  try {
    const response = first ?? (await reopenFor(options, writer))
    writer.attempt = attemptOf(response) ?? writer.attempt
    if (response.status !== 204 && response.body) return await readConnection(response.body, options, onData)
    return (await options.isOver()) ? { type: 'gone' } : undefined
  } catch (error) {
    return options.isTransient(error) ? undefined : { type: 'gone' }
  }
}

/** A stream that continues the text held, or starts over after a takeover. */
async function reopenFor({ text, signal, reopen }: FollowOptions, writer: Writer): Promise<Response> {
  const held = text.value.length
  const response = await reopen(held > 0 ? held : null, signal)
  const attempt = attemptOf(response)
  if (held === 0 || attempt === null || writer.attempt === null || attempt === writer.attempt) return response
  await response.body?.cancel()
  text.clear()
  return await reopen(null, signal)
}

const attemptOf = (response: Response) => response.headers.get('x-reply-attempt')

/** Reads one connection; undefined if it broke, fell silent or skipped text. */
async function readConnection(
  body: ReadableStream<Uint8Array>,
  { text, signal, onText, onConnection }: FollowOptions,
  onData: () => void,
): Promise<ReplyEnd | undefined> {
  const silence = new AbortController()
  const arm = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = arm()
  const onBytes = () => {
    clearTimeout(timer)
    timer = arm()
  }
  onConnection(true)
  try {
    for await (const event of readReplyEvents(body, AbortSignal.any([signal, silence.signal]), onBytes)) {
      if (event.type === 'tool') text.setStep(event.step)
      else if (event.type !== 'token') return event
      else if (!text.append(event.token, event.end)) return undefined
      onData()
      onText()
    }
  } catch {
    // Any failure: reconnect from the end of the text.
  } finally {
    clearTimeout(timer)
  }
  return undefined
}
