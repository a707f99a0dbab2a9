import type { EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { ZodMiniObject } from 'zod/mini'
import { DoneEvent, ErrorEvent, ReplyStep, TokenEvent } from '#shared/contract/messages.ts'
import type { ErrorBody } from '#shared/envelope.ts'

export type Reply<T = unknown> = {
  status: number
  headers: Headers
  success: boolean
  data: T
  error: ErrorBody
  /** The raw body, for responses outside the envelope. */
  body: unknown
}

const EVENTS: Record<string, ZodMiniObject> = {
  token: TokenEvent,
  tool: ReplyStep,
  error: ErrorEvent,
  done: DoneEvent,
}

export type StreamedEvent = { id: number; event: string; data: Record<string, unknown> }

type Account = { name: string; email: string; password: string }

const isSendable = (body: unknown) => typeof body === 'string' || body instanceof FormData

/** An API client with one user's cookies. */
export class TestClient {
  readonly #baseUrl: () => string
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  userId = ''
  email = ''
  password = ''

  constructor(baseUrl: () => string, origin: string) {
    this.#baseUrl = baseUrl
    this.#origin = origin
  }

  /** The same user and cookies, at the address of another instance. */
  at(baseUrl: string): TestClient {
    const there = new TestClient(() => baseUrl, this.#origin)
    for (const [name, value] of this.#cookies) there.#cookies.set(name, value)
    return Object.assign(there, { userId: this.userId, email: this.email, password: this.password })
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The raw response; `body` is sent as JSON unless it is text or a form. */
  async fetch(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.#baseUrl() + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' ? {} : { Origin: this.#origin }),
        ...(this.cookie && { Cookie: this.cookie }),
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isSendable(body) ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<T>> {
    const response = await this.fetch(method, path, body, headers)
    const text = await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
    const { success, data, error } = Object(json)
    return { status: response.status, headers: response.headers, success, data, error, body: json }
  }

  get = <T>(path: string) => this.call<T>('GET', `/api/v1${path}`)
  post = <T>(path: string, body?: unknown) => this.call<T>('POST', `/api/v1${path}`, body)

  async signUp(account: Account & Record<string, unknown>): Promise<Reply> {
    const reply = await this.call('POST', '/api/auth/sign-up/email', account)
    this.#remember(account, reply)
    return reply
  }

  async signIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<Reply> {
    const reply = await this.call('POST', '/api/auth/sign-in/email', { email, password })
    this.#remember({ email, password }, reply)
    return reply
  }

  #remember({ email, password }: Pick<Account, 'email' | 'password'>, reply: Reply): void {
    this.email = email
    this.password = password
    this.userId = Object(Object(reply.body).user).id ?? ''
  }

  /** Opens an event stream, read one event at a time. */
  async open(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<OpenStream> {
    const response = await this.fetch(method, `/api/v1${path}`, body, headers)
    if (response.status !== 200) throw new Error(`no stream: ${response.status} ${await response.text()}`)
    return new OpenStream(response)
  }

  /** Sends a message and reads its reply to the end. */
  async send(chatId: string, message: { id: string; content: string }): Promise<StreamedEvent[]> {
    const stream = await this.open('POST', `/chats/${chatId}/messages`, message)
    return stream.rest()
  }
}

/** An event stream that a test reads at its own pace. */
export class OpenStream {
  readonly response: Response
  readonly #reader: ReadableStreamDefaultReader<EventSourceMessage>

  constructor(response: Response) {
    if (!response.body) throw new Error(`no stream: ${response.status}`)
    this.response = response
    this.#reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
  }

  get messageId(): string {
    return this.response.headers.get('x-message-id') ?? ''
  }

  async next(): Promise<StreamedEvent | undefined> {
    const { value } = await this.#reader.read()
    if (!value) return undefined
    const { event = '' } = value
    const data = JSON.parse(value.data)
    // Every stream that a test reads keeps to the contract.
    EVENTS[event]?.parse(data)
    return { id: Number(value.id), event, data }
  }

  /** Reads until the text so far contains `part`. */
  async until(part: string): Promise<string> {
    let text = ''
    while (!text.includes(part)) {
      const event = await this.next()
      if (event?.event !== 'token') throw new Error(`ended before «${part}»: ${JSON.stringify(event)}`)
      text += event.data.token
    }
    return text
  }

  async rest(): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) events.push(event)
    return events
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }
}

/** The text that a reader of these events sees. */
export const textOf = (events: StreamedEvent[]): string =>
  events
    .filter(({ event }) => event === 'token')
    .map(({ data }) => data.token)
    .join('')

/** Whether better-auth answered with a code that starts with this. */
export const hasError = ({ body }: Reply, code: string): boolean => String(Object(body).code).startsWith(code)
