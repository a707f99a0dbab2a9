import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReplyReader } from '../../src/server/testing/clients/reply-reader.ts'
import type { OpenChat, Senders } from './senders.ts'
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
  readonly #serverUrl: string
  readonly #senders: Senders

  constructor(serverUrl: string, senders: Senders) {
    this.#serverUrl = serverUrl
    this.#senders = senders
  }

  /** Requests `count` replies, `atOnce` at a time; resolves when every reader has ended. */
  async run(count: number, atOnce: number): Promise<void> {
    let left = count
    const person = async () => {
      let chat = await this.#senders.openChat()
      for (let turn = 0; left > 0; turn += 1) {
        left -= 1
        if (turn > 0 && turn % REPLIES_PER_CHAT === 0) chat = await this.#senders.openChat()
        await this.#ask(chat)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, person))
  }

  async #ask({ id, cookie }: OpenChat): Promise<void> {
    const { soaked } = this
    const headers = { origin: this.#serverUrl, cookie }
    soaked.replies += 1
    const kind = Math.random() * 100
    const chat = `${this.#serverUrl}/api/v1/chats/${id}`
    const url = `${chat}/messages`
    if (kind < SLOW_PERCENT) {
      soaked.slow += 1
      await readSlowly(
        { url, headers },
        Math.random() < LONG_SHARE ? '[[tokens=8000 delay=0]]' : '[[tokens=20 delay=1]]',
      )
    } else {
      const content = `Como vendo mais? [[tokens=20 delay=1]]`
      const reader = new ReplyReader(url, headers, { id: randomUUID(), content })
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
    await waitUntilFree({ url: `${chat}/stream`, headers })
  }
}

type Target = { url: string; headers: Record<string, string> }

/** Reads one byte a second, and disconnects after a while. */
async function readSlowly({ url, headers }: Target, directive: string): Promise<void> {
  const reader = new SlowReader(url, headers, { id: randomUUID(), content: `Devagar ${directive}` })
  await sleep(DAWDLE_MS)
  reader.leave()
}

/** Waits until an abandoned reply has ended, because a chat runs one at a time. */
async function waitUntilFree({ url, headers }: Target): Promise<void> {
  for (;;) {
    const rest = new ReplyReader(url, headers)
    await rest.closed
    if (rest.status === 204 || rest.end) return
    await sleep(100)
  }
}
