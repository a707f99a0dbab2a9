import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CONTINUE_TEXT } from '../../../ai/providers/providers.ts'
import { asksForTitle, backgroundAnswerOf } from './background-answers.ts'
import { type Behaviour, readDirective, restOf } from './behaviour.ts'
import {
  answerEmbedding,
  type EmbeddingBehaviour,
  type EmbeddingBody,
  embeddingApiOf,
  textsOf,
} from './embeddings.ts'
import {
  answerKeyCheck,
  apiKeyOf,
  type CheckBehaviour,
  isRevoked,
  type KeyCheck,
  REVOKED,
  readKeyCheck,
} from './key-check.ts'
import { DEFAULT_DELAY_MS, play } from './player.ts'
import {
  answerTranscription,
  isTranscription,
  type RecordedTranscription,
  type TranscriptionBehaviour,
} from './transcriptions.ts'
import type { Api } from './wire.ts'

export type RecordedRequest = {
  api: Api
  path: string
  headers: IncomingMessage['headers']
  body: unknown
  /** Bytes of the body written, limited by the client's reading. */
  sentBytes: number
  /** When the client closed the socket before the end of the response, as `Date.now()`. */
  closedByClientAt?: number
}

export type ProviderDouble = {
  url: string
  openaiBaseUrl: string
  googleBaseUrl: string
  /** All requests, oldest first. */
  requests: RecordedRequest[]
  /** Queues the behaviours of the next requests. */
  script(...behaviours: Behaviour[]): void
  /** Sets the behaviour of other requests; initially a short Portuguese reply. */
  setDefault(behaviour: Behaviour): void
  /** Requests of the server itself, such as summaries and titles, which are not in `requests`. */
  asides: RecordedRequest[]
  /** Queues the behaviours of the next such requests, other than for titles; by default a summary is fixed. */
  scriptAside(...behaviours: Behaviour[]): void
  /**
   * Queues the behaviours of the next requests for titles, which come some time after the reply; by default a title repeats
   * the message.
   */
  scriptTitle(...behaviours: Behaviour[]): void
  /** Clears both scripts. */
  clearAsides(): void
  /** Every key verification. */
  keyChecks: KeyCheck[]
  /**
   * Queues the behaviours of the next ones; by default a key is accepted, unless it ends with a directive.
   */
  scriptKeyCheck(...behaviours: CheckBehaviour[]): void
  /** Every request for vectors: its path, and its texts. */
  embeddings: { path: string; texts: string[]; apiKey: string }[]
  /** Queues the behaviours of the next ones. */
  scriptEmbedding(...behaviours: EmbeddingBehaviour[]): void
  /** Sets the behaviour of the others; initially vectors by {@link answerEmbedding}. */
  setEmbedding(behaviour: EmbeddingBehaviour): void
  /** Every request for a transcript. */
  transcriptions: RecordedTranscription[]
  /** Queues the behaviours of the next ones; by default {@link answerTranscription} replies. */
  scriptTranscription(...behaviours: TranscriptionBehaviour[]): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/**
 * A provider on its own port that speaks Chat Completions, the Responses API and Gemini, with embeddings of both, and
 * faults on request. Without a queued script, the directive at the end of the last user message decides, which also
 * works from a browser or another process:
 * - `[[tokens=2000 delay=20]]` reply of 2000 tokens, 20 ms apart; `split=1` writes single bytes; `exact=1`
 * numbers the words, and sends exactly the rest when asked to continue
 * - `text [[echo]]` repeats the user's text, 4 characters per token; `[[echo size=40]]` 40
 * - `text [[repeat]]` repeats it without the data blocks before it
 * - `[[status=500]]`, `[[status=429 retry-after=1]]` error status
 * - `[[silent]]` no response · `[[none]]` headers only · `[[think=500]]` reasoning for 500 ms, then a reply
 * - `[[stall@3]]` silence after 3 tokens; `[[stall@3 heartbeat=50]]` with a comment every 50 ms
 * - `[[cut@3]]` socket reset · `[[fin@3]]` socket closed · `[[end@3]]` body ended without a finish marker;
 * each with `inside=20` for 20 bytes into the next event
 * - `[[error@3]]` error event · `[[malformed@3]]` unreadable event, then the rest
 * - `[[calculate times=1]]` calls the calculator for 30 % off R$ 1.997,00, then replies
 * - `[[empty]]`, `[[blank]]` no text, or blanks · `[[filter@3]]` content filter · `[[length@3]]` output limit
 * Each also takes `tokens`, `delay` and `split`, `title=Venda-de-bolos` for the chat's later title, and
 * `times=3` to apply to the first 3 requests with this text only: `[[status=500 times=3]]` fails until the
 * next retry.
 * Keys may end with a directive for their verification: `[[status=401]]`, `[[silent]]`. A key that ends with
 * `[[revoked]]` is accepted when verified, and refused when used.
 */
export async function startProviderDouble(port = 0, delayMs = DEFAULT_DELAY_MS): Promise<ProviderDouble> {
  const requests: RecordedRequest[] = []
  const asides: RecordedRequest[] = []
  const asideQueue: Behaviour[] = []
  const titleQueue: Behaviour[] = []
  const queue: Behaviour[] = []
  const keyChecks: KeyCheck[] = []
  const checkQueue: CheckBehaviour[] = []
  const used = new Map<string, number>()
  let fallback: Behaviour = { kind: 'reply' }
  const embeddings: ProviderDouble['embeddings'] = []
  const embeddingQueue: EmbeddingBehaviour[] = []
  let embedding: EmbeddingBehaviour = { kind: 'reply' }
  const transcriptions: RecordedTranscription[] = []
  const transcriptionQueue: TranscriptionBehaviour[] = []

  const choose = (body: Json): Behaviour => {
    const chosen = queue.shift() ?? continuationIn(body)
    if (chosen) return chosen
    const message = lastMessageOf(body)
    const directive = readDirective(message)
    if (!directive) return fallback
    const count = used.get(message) ?? 0
    used.set(message, count + 1)
    return count < directive.times ? directive.behaviour : fallback
  }

  const chooseAside = (system: string, usual: Behaviour): Behaviour =>
    (asksForTitle(system) ? titleQueue : asideQueue).shift() ?? usual

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const api = apiOf(path)
    const check = readKeyCheck(request)
    if (check) {
      keyChecks.push(check)
      answerKeyCheck(check, checkQueue.shift(), response)
      return
    }
    const embeds = embeddingApiOf(path)
    if (request.method === 'POST' && embeds) {
      const body = JSON.parse(await text(request)) as EmbeddingBody
      embeddings.push({ path, texts: textsOf(body), apiKey: apiKeyOf(request) })
      const behaviour = embeddingQueue.shift() ?? embedding
      await answerEmbedding(body, { api: embeds, isBatch: path.includes(':batch'), behaviour }, response)
      return
    }
    if (request.method !== 'POST' || !api) {
      response.writeHead(404).end()
      return
    }
    const body: Json = JSON.parse(await text(request))
    const record: RecordedRequest = { api, path, headers: request.headers, body, sentBytes: 0 }
    const system = systemOf(body)
    const aside = backgroundAnswerOf(system, lastMessageOf(body))
    ;(aside ? asides : requests).push(record)
    const apiKey = apiKeyOf(request)
    const next = () => (aside ? chooseAside(system, aside) : choose(body))
    const behaviour = isRevoked(apiKey) ? REVOKED : next()
    response.on('close', () => {
      // A cut closes the socket from this side.
      if (!response.writableEnded && behaviour.kind !== 'cut') record.closedByClientAt = Date.now()
    })
    const onSent = (bytes: number) => {
      record.sentBytes += bytes
    }
    await play({ delayMs, ...behaviour }, { api, model: modelOf(path, body), apiKey, onSent }, response)
  }

  const transcribe = (request: IncomingMessage, response: ServerResponse) => {
    const behaviour = transcriptionQueue.shift() ?? { kind: 'reply' }
    return answerTranscription(request, response, { behaviour, requests: transcriptions })
  }

  const server = createServer((request, response) => {
    const answering = isTranscription(request) ? transcribe(request, response) : answer(request, response)
    answering.catch((error: Error) => response.destroy(error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url,
    openaiBaseUrl: `${url}/v1`,
    googleBaseUrl: `${url}/v1beta`,
    requests,
    asides,
    scriptAside: (...behaviours) => asideQueue.push(...behaviours),
    scriptTitle: (...behaviours) => titleQueue.push(...behaviours),
    clearAsides: () => {
      asideQueue.length = 0
      titleQueue.length = 0
    },
    keyChecks,
    scriptKeyCheck: (...behaviours) => checkQueue.push(...behaviours),
    embeddings,
    scriptEmbedding: (...behaviours) => embeddingQueue.push(...behaviours),
    setEmbedding: (behaviour) => {
      embedding = behaviour
    },
    transcriptions,
    scriptTranscription: (...behaviours) => transcriptionQueue.push(...behaviours),
    script: (...behaviours) => queue.push(...behaviours),
    setDefault: (behaviour) => {
      fallback = behaviour
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function apiOf(path: string): Api | undefined {
  if (path === '/v1/chat/completions') return 'chat'
  if (path === '/v1/responses') return 'responses'
  return /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(path) ? 'gemini' : undefined
}

const get = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined

function modelOf(path: string, body: Json): string {
  const named = get(body, 'model') ?? /models\/([^:]+):/.exec(path)?.[1]
  return typeof named === 'string' ? named : 'double'
}

/** The text of the last user turn, in any of the three request formats. */
function lastMessageOf(body: Json): string {
  // Gemini has tool results in user turns.
  const said = turnsOf(body).filter((turn) => get(turn, 'role') === 'user' && textOf(turn) !== '')
  return textOf(said.at(-1))
}

/** The response to a request to continue a reply, if its directive wants it exact. */
function continuationIn(body: Json): Behaviour | undefined {
  const [question = '', partial = '', instruction = ''] = turnsOf(body).slice(-3).map(textOf)
  return instruction.startsWith(CONTINUE_TEXT) ? restOf(question, partial) : undefined
}

/** The system instructions. */
function systemOf(body: Json): string {
  const isSystem = (turn: Json) => ['system', 'developer'].includes(String(get(turn, 'role')))
  return textOf(get(body, 'systemInstruction') ?? turnsOf(body).find(isSystem))
}

function turnsOf(body: Json): Json[] {
  const turns = get(body, 'messages') ?? get(body, 'input') ?? get(body, 'contents')
  return Array.isArray(turns) ? turns : []
}

function textOf(turn: Json | undefined): string {
  const content = get(turn, 'content') ?? get(turn, 'parts')
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content.map((part) => get(part, 'text')) : []
  return parts.filter((part) => typeof part === 'string').join('')
}
