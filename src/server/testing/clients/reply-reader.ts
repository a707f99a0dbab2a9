import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** The length of the shown text from a moment on; `at` as `performance.now()`. */
type Mark = { length: number; at: number }

/**
 * One request whose response is a reply, read in the background: light enough for hundreds at once. A POST if
 * there is a body. Never rejects; failures show as missing fields.
 */
export class ReplyReader {
  /** Status of the response; 0 before it, or if the connection broke. */
  status = 0
  /** The reply's id, known once the send is acknowledged. */
  replyId = ''
  text = ''
  /** The error message, if the send was refused. */
  refusal = ''
  /** The terminal event, if any. */
  end: { event: string; code?: string } | undefined
  /** The length shown at each time, oldest first. */
  readonly marks: Mark[] = []
  /** Resolves with the response headers, or when there is no response. */
  readonly answered: Promise<void>
  /** Resolves with the first words, or when none will come. */
  readonly spoke: Promise<void>
  /** Resolves when the stream has ended. */
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
    // A new connection: one that a killed server left half-open must not be reused.
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
    else if (event !== 'tool') this.end = { event, ...(value.code && { code: value.code }) }
  }

  /** Disconnects, as a closed tab does. */
  leave(): void {
    this.#request.destroy()
  }
}
