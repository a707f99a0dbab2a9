import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { followReply } from '../../../src/client/features/chats/session/follow-reply.ts'
import { ReplyBuffer } from '../../../src/client/features/chats/session/reply-buffer.ts'
import { ApiError, createHttp } from '../../../src/client/lib/http/http-client.ts'
import type { Message } from '../../../src/shared/contract/messages.ts'
import { askForWords } from './words.ts'

/** A noticeable pause between two words; times as `performance.now()`. */
export type Silence = { from: number; to: number }

/** A sent message, and the final text of its reader. */
export type Turn = {
  chatId: string
  id: string
  content: string
  sends: number
  isAcknowledged: boolean
  /** Its reader got the reply's end. */
  isEnded: boolean
  text: string
}

const NOTICED_MS = 1_000
const RESEND_MS = 500
const END_LIMIT = 4

const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/**
 * A user who sends a message, reads the reply to its end, and repeats. Reading and reconnecting use the
 * page's own code; the automatic resend of unacknowledged messages replaces the page's button.
 */
export class ClusterPerson {
  readonly turns: Turn[] = []
  readonly silences: Silence[] = []
  /** Number of reconnections. */
  reconnects = 0
  /** Error messages and broken connections. */
  readonly refusals: string[] = []
  readonly #http: ReturnType<typeof createHttp>
  readonly #headers: Record<string, string>
  readonly #chatId: string
  readonly #words: () => number
  readonly #leaving = new AbortController()
  #progressAt = performance.now()
  isWaiting = false

  constructor(url: string, chat: { id: string; cookie: string; words: () => number }) {
    this.#http = createHttp(url)
    this.#headers = { origin: url, cookie: chat.cookie }
    this.#chatId = chat.id
    this.#words = chat.words
  }

  /** Start of the current silence while a token is due; otherwise undefined. */
  get silentSince(): number | undefined {
    return this.isWaiting ? this.#progressAt : undefined
  }

  /** Sends messages in series until `isOver`, and reads the last reply to its end. */
  async converse(isOver: () => boolean, wordMs: number): Promise<void> {
    while (!isOver() && !this.#leaving.signal.aborted) {
      this.#progress()
      this.isWaiting = true
      await this.#exchange(wordMs)
      this.#progress()
      this.isWaiting = false
    }
  }

  /** Disconnects. */
  leave(): void {
    this.#leaving.abort()
  }

  async #exchange(wordMs: number): Promise<void> {
    const id = randomUUID()
    const content = `${id} ${askForWords(this.#words(), wordMs)}`
    const turn: Turn = {
      chatId: this.#chatId,
      id,
      content,
      sends: 0,
      isAcknowledged: false,
      isEnded: false,
      text: '',
    }
    this.turns.push(turn)
    const first = await this.#send(turn)
    if (!first) return
    turn.isAcknowledged = true
    this.#progress()
    const replyId = first.headers.get('x-message-id') ?? ''
    const text = new ReplyBuffer()
    let stored = ''
    const end = await followReply({
      text,
      signal: this.#leaving.signal,
      first,
      reopen: (after, signal) => this.#reopen(replyId, after, signal),
      isOver: async () => {
        const reply = await this.#find(replyId)
        stored = reply?.content ?? ''
        return reply !== undefined && reply.status !== 'running'
      },
      isTransient,
      onText: () => this.#progress(),
      onConnection: (isOpen) => {
        if (!isOpen) this.reconnects += 1
      },
      wait: (ms) => sleep(ms),
    })
    // If the stream ended before the reconnection, the page shows the stored text.
    turn.text = end.type === 'gone' ? stored : text.value
    turn.isEnded = end.type !== 'left'
  }

  /** Repeats the message with its id until it is acknowledged. */
  async #send(turn: Turn): Promise<Response | undefined> {
    const { id, content } = turn
    while (!this.#leaving.signal.aborted) {
      turn.sends += 1
      try {
        return await this.#http.requestStream('POST', `/chats/${this.#chatId}/messages`, {
          body: { id, content },
          headers: this.#headers,
          signal: this.#leaving.signal,
        })
      } catch (error) {
        this.#note('send', error)
        await sleep(RESEND_MS)
      }
    }
    return undefined
  }

  async #reopen(replyId: string, after: number | null, signal: AbortSignal): Promise<Response> {
    try {
      const response = await this.#http.requestStream('GET', `/chats/${this.#chatId}/stream`, {
        headers: { ...this.#headers, ...(after !== null && { 'Last-Event-ID': String(after) }) },
        signal,
      })
      const id = response.headers.get('x-message-id')
      if (response.status !== 204 && id !== replyId) throw new Error('another reply runs')
      return response
    } catch (error) {
      this.#note('stream', error)
      throw error
    }
  }

  async #find(replyId: string): Promise<Message | undefined> {
    const path = `/chats/${this.#chatId}/messages?limit=${END_LIMIT}`
    const response = await this.#http.requestStream('GET', path, { headers: this.#headers })
    const { data } = (await response.json()) as { data: Message[] }
    return data.find(({ id }) => id === replyId)
  }

  #note(what: string, error: unknown): void {
    if (this.#leaving.signal.aborted) return
    const said = error instanceof ApiError ? `${error.status || 'no answer'} ${error.code}` : String(error)
    this.refusals.push(`${what}: ${said}`)
  }

  #progress(): void {
    const now = performance.now()
    if (this.isWaiting && now - this.#progressAt > NOTICED_MS) {
      this.silences.push({ from: this.#progressAt, to: now })
    }
    this.#progressAt = now
  }
}
