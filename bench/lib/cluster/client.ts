import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { followReply } from '../../../src/client/features/chats/session/follow-reply.ts'
import { ReplyBuffer } from '../../../src/client/features/chats/session/reply-buffer.ts'
import { ApiError, createHttp } from '../../../src/client/lib/http/http-client.ts'
import type { Message } from '../../../src/shared/contract/messages.ts'
import { askForWords } from './words.ts'

/** A pause between two words that somebody would notice; both as of `performance.now()`. */
export type Silence = { from: number; to: number }

/** A message that was sent, and what its reader had on the screen in the end. */
export type Turn = {
  chatId: string
  id: string
  content: string
  sends: number
  isAcknowledged: boolean
  /** Its reader heard of the reply's end. */
  isEnded: boolean
  text: string
}

const NOTICED_MS = 1_000
const RESEND_MS = 500
const END_LIMIT = 4

const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/**
 * Somebody who sends a message, reads the reply to its end and sends the next. Reads and comes back by the page's own
 * code; all that this adds is the repeated send of what was not acknowledged, which on the page is a press of a button.
 */
export class ClusterPerson {
  readonly turns: Turn[] = []
  readonly silences: Silence[] = []
  /** How often a stream broke and was asked for again. */
  reconnects = 0
  /** Refusals and broken connections, by what was said. */
  readonly refusals: string[] = []
  readonly #http: ReturnType<typeof createHttp>
  readonly #headers: Record<string, string>
  readonly #chatId: string
  readonly #words: () => number
  readonly #leaving = new AbortController()
  #progressAt = performance.now()
  isWaiting = false

  constructor(site: { url: string; cookie: string }, chat: { id: string; words: () => number }) {
    this.#http = createHttp(site.url)
    this.#headers = { origin: site.url, cookie: site.cookie }
    this.#chatId = chat.id
    this.#words = chat.words
  }

  /** Since when nothing came, where something is due; undefined where nothing is. */
  get silentSince(): number | undefined {
    return this.isWaiting ? this.#progressAt : undefined
  }

  /** Sends one message after the other until `isOver`, and reads the last reply to its end. */
  async converse(isOver: () => boolean, wordMs: number): Promise<void> {
    while (!isOver() && !this.#leaving.signal.aborted) {
      this.#progress()
      this.isWaiting = true
      await this.#exchange(wordMs)
      this.#progress()
      this.isWaiting = false
    }
  }

  /** Goes away, whatever is still under way. */
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
    // Where the stream was over before it was asked for again, the page shows what is stored.
    turn.text = end.type === 'gone' ? stored : text.value
    turn.isEnded = end.type !== 'left'
  }

  /** The same message with the same id until it is acknowledged. */
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
