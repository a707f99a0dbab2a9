import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReplyReader } from '../../src/server/testing/clients/reply-reader.ts'
import type { ServerProcess } from '../../src/server/testing/processes/server-process.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import { SlowReader } from './slow-reader.ts'

/** Replies to a chat before its place is taken by another: conversations of one length, so that each costs the same. */
const REPLIES_PER_CHAT = 10
/** Of a hundred readers: these go away in the middle, and these take a byte a second for a while. */
const ABANDON = 10
const DAWDLE = 3
/** Of the slow ones: a reply that fills the socket, so that it has to wait for them. */
const LONG = 0.05
const DAWDLE_MS = 3_000

/** What the load has done so far. */
export type Soaked = { replies: number; ended: number; abandoned: number; slow: number; failed: number }

export class SoakLoad {
  readonly soaked: Soaked = { replies: 0, ended: 0, abandoned: 0, slow: 0, failed: 0 }
  readonly #server: ServerProcess
  readonly #headers: Record<string, string>
  readonly #agentId: string

  constructor(server: ServerProcess, client: TestClient, agentId: string) {
    this.#server = server
    this.#headers = { origin: server.url, cookie: client.cookie }
    this.#agentId = agentId
  }

  /** Asks for `count` replies, `atOnce` of them at a time, and resolves when every reader is gone. */
  async run(count: number, atOnce: number): Promise<void> {
    let left = count
    const person = async () => {
      for (let turn = 0, chatId = ''; left > 0; turn += 1) {
        left -= 1
        if (turn % REPLIES_PER_CHAT === 0) chatId = await this.#openChat()
        await this.#ask(chatId)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, person))
  }

  async #openChat(): Promise<string> {
    // A connection of its own, as everything here: none stays open to be counted.
    const response = await fetch(`${this.#server.url}/api/v1/chats`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ agentId: this.#agentId }),
    })
    if (response.status !== 201) throw new Error(`no chat: ${response.status}`)
    return ((await response.json()) as { data: { id: string } }).data.id
  }

  async #ask(chatId: string): Promise<void> {
    const { soaked } = this
    soaked.replies += 1
    const kind = Math.random() * 100
    const url = `${this.#server.url}/api/v1/chats/${chatId}/messages`
    if (kind < DAWDLE) {
      soaked.slow += 1
      await this.#dawdle(url, Math.random() < LONG ? '[[tokens=8000 delay=0]]' : '[[tokens=20 delay=1]]')
    } else {
      const content = `Como vendo mais? [[tokens=20 delay=1]]`
      const reader = new ReplyReader(url, this.#headers, { id: randomUUID(), content })
      if (kind < DAWDLE + ABANDON) {
        soaked.abandoned += 1
        await reader.spoke
        reader.leave()
        await reader.closed
      } else {
        await reader.closed
        if (reader.end?.event === 'done') soaked.ended += 1
        else soaked.failed += 1
        return
      }
    }
    await this.#untilFree(chatId)
  }

  /** Takes a byte a second of the answer, and goes away after a while. */
  async #dawdle(url: string, directive: string): Promise<void> {
    const reader = new SlowReader(url, this.#headers, { id: randomUUID(), content: `Devagar ${directive}` })
    await sleep(DAWDLE_MS)
    reader.leave()
  }

  /** Waits until the reply that nobody reads any more has ended: one at a time in a chat. */
  async #untilFree(chatId: string): Promise<void> {
    const url = `${this.#server.url}/api/v1/chats/${chatId}/stream`
    for (;;) {
      const rest = new ReplyReader(url, this.#headers)
      await rest.closed
      if (rest.status === 204 || rest.end) return
      await sleep(100)
    }
  }
}
