import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReplyReader } from '../../src/server/testing/clients/reply-reader.ts'
import type { ServerProcess } from '../../src/server/testing/processes/server-process.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import { SlowReader } from './slow-reader.ts'

/** Replies per chat before it is replaced: chats of equal length, so that each reply costs the same. */
const REPLIES_PER_CHAT = 10
/** Percentage of readers that disconnect, and of those that read one byte a second for a while. */
const ABANDONED_PERCENT = 10
const SLOW_PERCENT = 3
/** Share of slow readers' replies that fill the socket, so that it blocks on them. */
const LONG_SHARE = 0.05
const DAWDLE_MS = 3_000

/** Totals so far. */
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

  /** Requests `count` replies, `atOnce` at a time; resolves when every reader has ended. */
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
    // A new connection each time, so that open handles are those of the load alone.
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
    if (kind < SLOW_PERCENT) {
      soaked.slow += 1
      await this.#readSlowly(
        url,
        Math.random() < LONG_SHARE ? '[[tokens=8000 delay=0]]' : '[[tokens=20 delay=1]]',
      )
    } else {
      const content = `Como vendo mais? [[tokens=20 delay=1]]`
      const reader = new ReplyReader(url, this.#headers, { id: randomUUID(), content })
      if (kind < SLOW_PERCENT + ABANDONED_PERCENT) {
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
    await this.#waitUntilFree(chatId)
  }

  /** Reads one byte a second, and disconnects after a while. */
  async #readSlowly(url: string, directive: string): Promise<void> {
    const reader = new SlowReader(url, this.#headers, { id: randomUUID(), content: `Devagar ${directive}` })
    await sleep(DAWDLE_MS)
    reader.leave()
  }

  /** Waits until an abandoned reply has ended, because a chat runs one at a time. */
  async #waitUntilFree(chatId: string): Promise<void> {
    const url = `${this.#server.url}/api/v1/chats/${chatId}/stream`
    for (;;) {
      const rest = new ReplyReader(url, this.#headers)
      await rest.closed
      if (rest.status === 204 || rest.end) return
      await sleep(100)
    }
  }
}
