import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReplyReader } from '../../src/server/testing/clients/reply-reader.ts'
import { openAgentId, openChat } from '../../src/server/testing/factories/conversation.ts'
import type { ServerProcess } from '../../src/server/testing/processes/server-process.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import { SlowReader } from './slow-reader.ts'

/** Replies with many concurrent readers. */
const REPLIES = 10
/** Readers open before the first disconnects. */
const AT_ONCE = 100
/** After two of these the server has dropped stalled readers: two heartbeats, 30 s. */
const DAWDLE_MS = 20_000

/** Readers that misbehave. */
export class ReadersLoad {
  readonly #server: ServerProcess
  readonly #client: TestClient
  readonly #headers: Record<string, string>

  constructor(server: ServerProcess, client: TestClient) {
    this.#server = server
    this.#client = client
    this.#headers = { origin: server.url, cookie: client.cookie }
  }

  /** Opens readers of running replies, and disconnects them in the middle. */
  async abandon(count: number): Promise<void> {
    const { chats, writers } = await this.#speak('[[tokens=4000 delay=5]]')
    for (let done = 0; done < count; done += AT_ONCE) {
      const readers = Array.from(
        { length: Math.min(AT_ONCE, count - done) },
        (_, index) => new ReplyReader(this.#streamOf(chats[index % chats.length] ?? ''), this.#headers),
      )
      await Promise.all(readers.map(({ spoke }) => spoke))
      for (const reader of readers) reader.leave()
      await Promise.all(readers.map(({ closed }) => closed))
    }
    await this.#end(chats, writers)
  }

  /** Opens readers that read one byte a second of long replies for a while; calls `look` in the middle. */
  async dawdle(count: number, look: () => Promise<void>): Promise<void> {
    const { chats, writers } = await this.#speak('[[tokens=20000 delay=1]]')
    const readers = Array.from(
      { length: count },
      (_, index) => new SlowReader(this.#streamOf(chats[index % chats.length] ?? ''), this.#headers),
    )
    await sleep(DAWDLE_MS)
    await look()
    await sleep(DAWDLE_MS)
    for (const reader of readers) reader.leave()
    await Promise.all(readers.map(({ closed }) => closed))
    await this.#end(chats, writers)
  }

  #streamOf(chatId: string): string {
    return `${this.#server.url}/api/v1/chats/${chatId}/stream`
  }

  /** Running replies in new chats, each with one normal reader. */
  async #speak(directive: string): Promise<{ chats: string[]; writers: ReplyReader[] }> {
    const agentId = await openAgentId(this.#client)
    const chats: string[] = []
    // In series, so that this client keeps one connection only.
    while (chats.length < REPLIES) chats.push(await openChat(this.#client, agentId))
    const writers = chats.map((chatId) => {
      const url = `${this.#server.url}/api/v1/chats/${chatId}/messages`
      return new ReplyReader(url, this.#headers, { id: randomUUID(), content: `Fale. ${directive}` })
    })
    await Promise.all(writers.map(({ spoke }) => spoke))
    return { chats, writers }
  }

  async #end(chats: string[], writers: ReplyReader[]): Promise<void> {
    for (const chatId of chats) await this.#client.post(`/chats/${chatId}/stop`, {})
    await Promise.all(writers.map(({ closed }) => closed))
  }
}
