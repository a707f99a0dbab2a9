import { type ReplyEnd, readReplyEvents } from '#client/entities/chats/reply-events.ts'
import type { ReplyBuffer } from './reply-buffer.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** Three missed heartbeats: a connection that looks open but carries nothing any more (F17). */
const SILENCE_MS = 45_000

export type FollowOptions = {
  text: ReplyBuffer
  signal: AbortSignal
  /** An already open stream to read first, such as the answer of a POST. */
  first?: Response
  /** Opens the stream again; `after` is the length of the text held, or null when none is. Throws like `requestStream`. */
  reopen: (after: number | null, signal: AbortSignal) => Promise<Response>
  /** Asks whether a reply that no longer streams has ended (true), or is waiting to be claimed (false). */
  isOver: () => Promise<boolean>
  /** Whether an error of `reopen` can pass by itself. */
  isTransient: (error: unknown) => boolean
  onText: () => void
  onConnection: (isOpen: boolean) => void
  /** Resolves after `ms`, sooner when waiting makes no sense any more. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How following ended: the terminal event, `gone` when the stored message has the last word, `left` when aborted. */
export type FollowResult = ReplyEnd | { type: 'gone' } | { type: 'left' }

/**
 * Follows one reply until its terminal event over as many connections as it takes, adding every character to
 * `text` exactly once. Waits 0.5 s, doubling to 8 s, between attempts; data makes the wait short again.
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

/** Which attempt at the reply wrote the text that is held; null while the server did not say. */
type Writer = { attempt: string | null }

/** One connection's worth of following; undefined when another is needed. */
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

/** A stream that goes on behind the text held, or begins anew where another writer took the reply up. */
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

/** Reads one connection; undefined when it broke, fell silent or left out text, so that another is needed. */
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
      if (event.type !== 'token') return event
      if (!text.append(event.token, event.end)) return undefined
      onData()
      onText()
    }
  } catch {
    // Whatever broke the connection, the answer is the same: ask again from where the text ends.
  } finally {
    clearTimeout(timer)
  }
  return undefined
}
