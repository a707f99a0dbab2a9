import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { backgroundAnswerOf } from './background-answers.ts'
import { type Behaviour, readDirective } from './behaviour.ts'
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
import type { Api } from './wire.ts'

export type RecordedRequest = {
  api: Api
  path: string
  headers: IncomingMessage['headers']
  body: unknown
  /** How much of the body was written, as fast as the client read it. */
  sentBytes: number
  /** When the client closed the socket before the answer was complete, as of `Date.now()`. */
  closedByClientAt?: number
}

export type ProviderDouble = {
  url: string
  openaiBaseUrl: string
  googleBaseUrl: string
  /** Every request so far, the oldest first. */
  requests: RecordedRequest[]
  /** What is done with the next requests, in order. */
  script(...behaviours: Behaviour[]): void
  /** What is done with all others; a short Portuguese reply to begin with. */
  setDefault(behaviour: Behaviour): void
  /** Requests for a title or a summary, which come when they like; none of them is among `requests`, or follows their script. */
  asides: RecordedRequest[]
  /** What is done with the next of those, in order; by default a title repeats the message, and a summary is a fixed one. */
  scriptAside(...behaviours: Behaviour[]): void
  /** Takes away what is left of that script. */
  clearAsides(): void
  /** Every question for the models that there are, which is how a key is looked at. */
  keyChecks: KeyCheck[]
  /** What is done with the next of those, in order; by default a key is taken, unless a directive ends it. */
  scriptKeyCheck(...behaviours: CheckBehaviour[]): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/**
 * A provider on a port of its own that speaks Chat Completions, the Responses API and Gemini, true to their streams,
 * and misbehaves when told to. Where no script is queued, the directive that ends the last message of the person
 * decides, which works from a browser and from another process:
 *
 * - `[[tokens=2000 delay=20]]` a reply of so many tokens, ms between them; `split=1` bytes at a time
 * - `text [[echo]]` the person's own text, 4 characters a token; `[[echo size=40]]` 40
 * - `[[status=500]]`, `[[status=429 retry-after=1]]` an error status
 * - `[[silent]]` never answers · `[[none]]` headers, then nothing · `[[think=500]]` reasons for 500 ms, then replies
 * - `[[stall@3]]` silent after 3 tokens; `[[stall@3 heartbeat=50]]` with a comment every 50 ms
 * - `[[cut@3]]` socket reset · `[[fin@3]]` socket closed · `[[end@3]]` body ended without a finish marker; each with
 *   `inside=20` so many bytes into the next event
 * - `[[error@3]]` error event · `[[malformed@3]]` an unreadable event, then the rest
 * - `[[calculate times=1]]` has 30 % taken off R$ 1.997,00, and then replies
 * - `[[empty]]`, `[[blank]]` nothing, or only blanks · `[[filter@3]]` content filter · `[[length@3]]` output limit
 *
 * Each takes `tokens`, `delay` and `split` too, `title=Venda-de-bolos` for what the chat is called later, and `times=3` to
 * hold for the first 3 requests with these very words only: `[[status=500 times=3]]` fails until somebody tries again.
 *
 * Keys may end with a directive too, for when they are looked at: `[[status=401]]`, `[[silent]]`. One that ends with
 * `[[revoked]]` is taken then, and refused with every reply that is asked for.
 */
export async function startProviderDouble(port = 0, delayMs = DEFAULT_DELAY_MS): Promise<ProviderDouble> {
  const requests: RecordedRequest[] = []
  const asides: RecordedRequest[] = []
  const asideQueue: Behaviour[] = []
  const queue: Behaviour[] = []
  const keyChecks: KeyCheck[] = []
  const checkQueue: CheckBehaviour[] = []
  const used = new Map<string, number>()
  let fallback: Behaviour = { kind: 'reply' }

  const choose = (message: string): Behaviour => {
    const scripted = queue.shift()
    if (scripted) return scripted
    const directive = readDirective(message)
    if (!directive) return fallback
    const count = used.get(message) ?? 0
    used.set(message, count + 1)
    return count < directive.times ? directive.behaviour : fallback
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const api = apiOf(path)
    const check = readKeyCheck(request)
    if (check) {
      keyChecks.push(check)
      answerKeyCheck(check, checkQueue.shift(), response)
      return
    }
    if (request.method !== 'POST' || !api) {
      response.writeHead(404).end()
      return
    }
    const body: Json = JSON.parse(await text(request))
    const record: RecordedRequest = { api, path, headers: request.headers, body, sentBytes: 0 }
    const aside = backgroundAnswerOf(systemOf(body), lastMessageOf(body))
    ;(aside ? asides : requests).push(record)
    const apiKey = apiKeyOf(request)
    const next = () => (aside ? (asideQueue.shift() ?? aside) : choose(lastMessageOf(body)))
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

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
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
    clearAsides: () => {
      asideQueue.length = 0
    },
    keyChecks,
    scriptKeyCheck: (...behaviours) => checkQueue.push(...behaviours),
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

/** The text of the last turn of a person, in any of the three request formats. */
function lastMessageOf(body: Json): string {
  // Gemini has the results of tools in turns of the person.
  const said = turnsOf(body).filter((turn) => get(turn, 'role') === 'user' && textOf(turn) !== '')
  return textOf(said.at(-1))
}

/** What the model is told to be. */
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
