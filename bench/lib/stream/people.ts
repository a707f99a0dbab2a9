import { randomUUID } from 'node:crypto'
import { openAgentId, openChat } from '../../../src/server/testing/factories/conversation.ts'
import { liftQuotas } from '../../../src/server/testing/factories/quotas.ts'
import { TestClient } from '../../../src/server/testing/test-client.ts'
import type { Load } from './readers.ts'

/** One person may not have so many requests at once. */
const PEOPLE = 30

/** The people who send: their chats and messages are shared out evenly. */
export class Senders {
  readonly #url: string
  readonly #people: TestClient[]
  readonly #agentId: string

  private constructor(url: string, people: TestClient[], agentId: string) {
    this.#url = url
    this.#people = people
    this.#agentId = agentId
  }

  /** Signs them up at `url`, without quotas. */
  static async signUp(url: string, databaseUrl: string): Promise<Senders> {
    const people = Array.from({ length: PEOPLE }, () => new TestClient(() => url, url))
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

  /** `count` sends, each into a new chat, of replies of `tokens` tokens. */
  async targets(count: number, tokens: number): Promise<Load['targets']> {
    const targets: Load['targets'] = []
    while (targets.length < count) {
      const some = this.#people.slice(0, count - targets.length).map((person) => this.#target(person, tokens))
      targets.push(...(await Promise.all(some)))
    }
    return targets
  }

  async #target(person: TestClient, tokens: number) {
    const chatId = await openChat(person, this.#agentId)
    return {
      url: `${this.#url}/api/v1/chats/${chatId}/messages`,
      body: JSON.stringify({ id: randomUUID(), content: `n=${tokens}` }),
      headers: { origin: this.#url, cookie: person.cookie, 'content-type': 'application/json' },
    }
  }
}
