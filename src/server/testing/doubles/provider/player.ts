import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Behaviour, DEFAULT_TOKENS } from './behaviour.ts'
import { chatWire } from './chat-completions.ts'
import { geminiWire } from './gemini.ts'
import { responsesWire } from './responses.ts'
import { type Api, errorBody, type Wire } from './wire.ts'

/** Long enough for a token to be read before the next one. */
export const DEFAULT_DELAY_MS = 5

/** For tests that read whole replies, with thousands of tokens. */
export const QUICK_DELAY_MS = 1

const WIRES = { chat: chatWire, responses: responsesWire, gemini: geminiWire }

/** Interval between reasoning events. */
const THOUGHT_INTERVAL_MS = 20

type Request = { api: Api; model: string; apiKey: string; onSent(bytes: number): void }

/**
 * Writes one response according to the behaviour. Ends early, without an error, when the client disconnects.
 */
export async function play(behaviour: Behaviour, request: Request, response: ServerResponse): Promise<void> {
  if (behaviour.kind === 'noHeaders') return
  if (behaviour.kind === 'status') {
    const { status, retryAfter, says = `Refused with ${status}` } = behaviour
    // OpenAI quotes a wrong key in its response; it must not appear in a log.
    const body = errorBody(request.api, status, `${says}; the key was ${request.apiKey}.`)
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    })
    response.end(JSON.stringify(body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (behaviour.kind === 'noTokens') return
  const wire = WIRES[request.api](request.model)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const out = new Output({ response, gone: gone.signal, onSent: request.onSent }, behaviour.splitBytes)
  try {
    await speak(behaviour, wire, out)
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}

/** Writes frames, whole or in pieces, with backpressure. */
class Output {
  readonly response: ServerResponse
  readonly gone: AbortSignal
  readonly #onSent: Request['onSent']
  readonly #splitBytes: number | undefined

  constructor(
    { response, gone, onSent }: { response: ServerResponse; gone: AbortSignal; onSent: Request['onSent'] },
    splitBytes: number | undefined,
  ) {
    this.response = response
    this.gone = gone
    this.#onSent = onSent
    this.#splitBytes = splitBytes
  }

  /** Writes these frames, or their first `count` bytes. */
  async write(frames: string[], count?: number): Promise<void> {
    const bytes = Buffer.from(frames.join('')).subarray(0, count)
    const size = this.#splitBytes ?? bytes.length
    for (let at = 0; at < bytes.length; at += size) {
      this.gone.throwIfAborted()
      const piece = bytes.subarray(at, at + size)
      this.#onSent(piece.length)
      if (!this.response.write(piece)) {
        await once(this.response, 'drain', { signal: this.gone })
      }
    }
  }

  pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.gone })
  }
}

async function speak(behaviour: Behaviour, wire: Wire, out: Output): Promise<void> {
  const { tokens = DEFAULT_TOKENS, delayMs = DEFAULT_DELAY_MS } = behaviour
  const say = async (some: readonly string[]) => {
    for (const token of some) {
      if (delayMs > 0) await out.pause(delayMs)
      await out.write([wire.token(token)])
    }
  }
  const finish = async (reason: Parameters<Wire['finish']>[0]['reason'], text?: string) => {
    await out.write(wire.finish({ reason, text }))
    out.response.end()
  }

  if (behaviour.kind === 'filter' && behaviour.blocksPrompt) {
    await out.write(wire.blocked())
    out.response.end()
    return
  }
  if (behaviour.kind === 'calls') {
    await out.write(callFrames(behaviour, wire))
    out.response.end()
    return
  }
  if (behaviour.kind === 'think') await think(behaviour.forMs, wire, out)
  await out.write(wire.start())
  if (behaviour.kind === 'empty') return finish('stop', behaviour.text)
  const after = 'after' in behaviour ? behaviour.after : tokens.length
  await say(tokens.slice(0, after))

  switch (behaviour.kind) {
    case 'stall':
      return beat(out, behaviour.heartbeatMs)
    case 'cut': {
      const { inside = 0 } = behaviour
      if (inside > 0) await out.write([wire.token(tokens[after] ?? '')], inside)
      return cut(out, behaviour.how)
    }
    case 'error':
      await out.write([wire.error(behaviour.status ?? 500, behaviour.isFailed)])
      out.response.end()
      return
    case 'filter':
      return finish('filter', behaviour.lastText)
    case 'length':
      return finish('length')
    case 'malformed':
      await out.write(Array<string>(behaviour.times ?? 1).fill('data: {"choices": [{"delta"\n\n'))
      break
    case 'insert':
      await out.write([behaviour.bytes])
      break
    case 'hold':
      await Promise.race([behaviour.until, once(out.response, 'close')])
      break
  }
  await say(tokens.slice(after))
  return finish('stop')
}

/** Frames of the text, the calls, and the end. */
function callFrames(behaviour: Extract<Behaviour, { kind: 'calls' }>, wire: Wire): string[] {
  const { tokens = [], calls, isCut = false } = behaviour
  return [
    ...(tokens.length > 0 ? wire.start() : []),
    ...tokens.map((token) => wire.token(token)),
    ...calls.flatMap(({ name = 'calcular', input }) =>
      wire.call({ name, input: typeof input === 'string' ? input : JSON.stringify(input) }),
    ),
    ...wire.finish({ reason: isCut ? 'length' : 'calls' }),
  ]
}

async function think(forMs: number, wire: Wire, out: Output): Promise<void> {
  const end = Date.now() + forMs
  do {
    await out.write([wire.reasoning()])
    await out.pause(THOUGHT_INTERVAL_MS)
  } while (Date.now() < end)
}

async function beat(out: Output, heartbeatMs: number | undefined): Promise<void> {
  while (heartbeatMs) {
    await out.pause(heartbeatMs)
    await out.write([': keep-alive\n\n'])
  }
}

function cut({ response }: Output, how: 'reset' | 'fin' | 'end'): void {
  if (how === 'end') response.end()
  else if (how === 'fin') response.socket?.end()
  else response.socket?.resetAndDestroy()
}
