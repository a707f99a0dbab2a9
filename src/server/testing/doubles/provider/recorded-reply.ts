import { ProviderAttempt } from '../../../ai/providers/provider-attempt.ts'
import { createProviders } from '../../../ai/providers/providers.ts'
import { Watchdog } from '../../../ai/providers/watchdog.ts'
import type { Usage } from '../../../ai/reply.ts'
import { PATIENCE, PROMPT, type Protocol } from '../../clients/model-fixture.ts'
import { chatWire } from './chat-completions.ts'
import { geminiWire } from './gemini.ts'
import { responsesWire } from './responses.ts'
import type { Wire } from './wire.ts'

export const wireOf = (protocol: Protocol): Wire =>
  ({ chat: chatWire, responses: responsesWire, gemini: geminiWire })[protocol]('gravado')

export type Recording = {
  /** A whole reply, event by event. */
  events: string[]
  /** Number of events until the reply has signalled its end. */
  finishedAfter: number
}

/** A reply of these tokens in the protocol's format. */
export function recordReply(protocol: Protocol, tokens: readonly string[]): Recording {
  const wire = wireOf(protocol)
  const events = [...wire.start(), ...tokens.map((token) => wire.token(token))]
  const finish = wire.finish({ reason: 'stop' })
  // Chat Completions signals the end before the usage figures, the Responses API as its last event.
  const finishedAfter = events.length + (protocol === 'responses' ? finish.length : 1)
  return { events: [...events, ...finish], finishedAfter }
}

export type Replayed = {
  text: string
  finish: string | undefined
  usage: Usage | undefined
  error: unknown
}

type Body = Iterable<Uint8Array | Error>

/**
 * Runs the SDK's parser, and all code behind it, on a body in these chunks, without sockets or retries. An
 * error among the chunks breaks the connection there.
 */
export function createReplay(protocol: Protocol): (chunks: Body) => Promise<Replayed> {
  let chunks: Iterator<Uint8Array | Error>
  const openai = { apiKey: 'chave', ...(protocol === 'chat' && { baseUrl: 'http://provedor/v1' }) }
  const [provider] = createProviders({
    ...PATIENCE,
    ...(protocol === 'gemini' ? { google: { apiKey: 'chave' } } : { openai }),
    fetch: async () => new Response(toStream(chunks), { headers: { 'content-type': 'text/event-stream' } }),
  })
  if (!provider) throw new Error('no provider')
  return async (body) => {
    chunks = body[Symbol.iterator]()
    const watch = new Watchdog(new AbortController().signal, PATIENCE)
    const reply = new ProviderAttempt(provider, watch, 'modelo-gravado')
    const replayed: Replayed = { text: '', finish: undefined, usage: undefined, error: undefined }
    try {
      let more: string | undefined = await reply.open(PROMPT, {})
      for (; more !== undefined; more = await reply.next()) replayed.text += more
      const { reason, usage } = reply.end()
      Object.assign(replayed, { finish: reason, usage })
    } catch (error) {
      replayed.error = error
    } finally {
      reply.close()
      watch.close()
    }
    return replayed
  }
}

const toStream = (chunks: Iterator<Uint8Array | Error>) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = chunks.next()
      if (done) controller.close()
      else if (value instanceof Error) controller.error(value)
      else controller.enqueue(value)
    },
  })
