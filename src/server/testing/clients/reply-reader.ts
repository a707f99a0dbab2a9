import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** What a reader had on the screen from a moment on; `at` as of `performance.now()`. */
type Mark = { length: number; at: number }

/**
 * One request whose answer is a reply, read as it comes: light enough to have hundreds of them beside what is
 * measured. A POST where there is a body. Never rejects; what went wrong is what is missing.
 */
export class ReplyReader {
  /** Of the answer; 0 while there is none, for good when the connection broke before it. */
  status = 0
  /** The reply's id, known from the moment when the send is acknowledged. */
  replyId = ''
  text = ''
  /** What was said instead of a reply. */
  refusal = ''
  /** The terminal event, where one came. */
  end: { event: string; code?: string } | undefined
  /** How much was shown when, the oldest first. */
  readonly marks: Mark[] = []
  /** Resolves with the answer's headers, or without any answer. */
  readonly answered: Promise<void>
  /** Resolves when the first words are there, or never will be. */
  readonly spoke: Promise<void>
  /** Resolves when nothing more comes. */
  readonly closed: Promise<void>
  readonly #request: ClientRequest
  #hasSpoken = () => {}

  constructor(url: string, headers: Record<string, string>, body?: unknown) {
    const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>()
    const { promise: spoke, resolve: hasSpoken } = Promise.withResolvers<void>()
    const { promise: closed, resolve: hasClosed } = Promise.withResolvers<void>()
    this.answered = answered
    this.spoke = spoke
    this.closed = closed
    this.#hasSpoken = hasSpoken
    // A connection of its own: one that a killed server left half-open must not meet the next send.
    this.#request = request(url, {
      method: body ? 'POST' : 'GET',
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    })
    this.#request.on('response', (response) => {
      this.#read(response)
      hasAnswered()
    })
    this.#request.on('error', () => {})
    this.#request.on('close', () => {
      hasAnswered()
      hasSpoken()
      hasClosed()
    })
    this.#request.end(body && JSON.stringify(body))
  }

  get isAcknowledged(): boolean {
    return this.status === 200
  }

  #read(response: IncomingMessage): void {
    this.status = response.statusCode ?? 0
    this.replyId = String(response.headers['x-message-id'] ?? '')
    response.setEncoding('utf8').on('error', () => {})
    if (!this.isAcknowledged) {
      response.on('data', (chunk: string) => {
        this.refusal += chunk
      })
      return
    }
    const parser = createParser({ onEvent: (event) => this.#take(event) })
    response.on('data', (chunk: string) => {
      parser.feed(chunk)
      this.marks.push({ length: this.text.length, at: performance.now() })
      if (this.text !== '') this.#hasSpoken()
    })
  }

  #take({ event = '', data }: EventSourceMessage): void {
    const value = JSON.parse(data)
    if (event === 'token') this.text += value.token
    else this.end = { event, ...(value.code && { code: value.code }) }
  }

  /** Goes away in the middle, as a closed tab does. */
  leave(): void {
    this.#request.destroy()
  }
}
