import { randomUUID } from 'node:crypto'
import { openAgentId, openChat } from '../../src/server/testing/factories/conversation.ts'
import { liftQuotas } from '../../src/server/testing/factories/quotas.ts'
import { TestClient } from '../../src/server/testing/test-client.ts'
import type { Load } from './stream/readers.ts'

/** A chat with the session of its owner. */
export type OpenChat = { id: string; cookie: string }

/** One person's calls wait for each other, and so would sends to many chats, or their reconnections. */
const PEOPLE = 30

/** The people who send: their chats and messages are shared out evenly. */
export class Senders {
  readonly #url: string
  readonly #people: TestClient[]
  readonly #agentId: string
  #turn = 0

  private constructor(url: string, people: TestClient[], agentId: string) {
    this.#url = url
    this.#people = people
    this.#agentId = agentId
  }

  /** Signs them up at `url`, without quotas. */
  static async signUp(url: string, databaseUrl: string, count = PEOPLE): Promise<Senders> {
    const people = Array.from({ length: count }, () => new TestClient(() => url, url))
    for (const person of people) {
      await person.signUp({
        name: 'Ana',
        email: `${randomUUID()}@exemplo.com.br`,
        password: 'senha-segura-1',
      })
    }
    await liftQuotas(databaseUrl)
    const [first] = people
    if (!first) throw new Error('nobody signed up')
    return new Senders(url, people, await openAgentId(first))
  }

  /** New chats, of all people in turn. */
  async openChats(count: number): Promise<OpenChat[]> {
    const chats: OpenChat[] = []
    while (chats.length < count) {
      const some = Math.min(this.#people.length, count - chats.length)
      chats.push(...(await Promise.all(Array.from({ length: some }, () => this.openChat()))))
    }
    return chats
  }

  /** A new chat of the person whose turn it is. */
  async openChat(): Promise<OpenChat> {
    const person = this.#people[this.#turn % this.#people.length]
    if (!person) throw new Error('nobody signed up')
    this.#turn += 1
    return { id: await openChat(person, this.#agentId), cookie: person.cookie }
  }

  /** `count` sends, each into a new chat, of replies of `tokens` tokens. */
  async targets(count: number, tokens: number): Promise<Load['targets']> {
    const chats = await this.openChats(count)
    return chats.map(({ id, cookie }) => ({
      url: `${this.#url}/api/v1/chats/${id}/messages`,
      body: JSON.stringify({ id: randomUUID(), content: `n=${tokens}` }),
      headers: { origin: this.#url, cookie, 'content-type': 'application/json' },
    }))
  }
}
