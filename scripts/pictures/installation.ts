import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { AgentsPage } from '#shared/contract/agents.ts'
import type { MessageContext } from '#shared/contract/messages.ts'
import {
  type ProviderDouble,
  startProviderDouble,
} from '../../src/server/testing/doubles/provider/provider-double.ts'
import { type ServerProcess, startServerProcess } from '../../src/server/testing/processes/server-process.ts'
import { TestClient } from '../../src/server/testing/test-client.ts'

export const HUBLA_TOKEN = 'token-das-figuras-0123456789'

/** A chat to create: its agent, turns and title. */
export type Told = {
  agent: string
  title: string
  context?: MessageContext
  turns: readonly { question: string; reply: string }[]
}

/** A separate installation for pictures: the application as `npm start` runs it, with a scripted provider. */
export class House {
  readonly server: ServerProcess
  readonly provider: ProviderDouble
  readonly database: pg.Client

  private constructor(parts: { server: ServerProcess; provider: ProviderDouble; database: pg.Client }) {
    this.server = parts.server
    this.provider = parts.provider
    this.database = parts.database
  }

  static async open(): Promise<House> {
    const provider = await startProviderDouble()
    const server = await startServerProcess({
      OPENAI_API_KEY: 'sk-figuras',
      OPENAI_BASE_URL: provider.openaiBaseUrl,
      OPENAI_MODEL: 'gpt-5.2',
      HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN,
      CONTACT_EMAIL: 'oi@elenco.exemplo.com.br',
      STALL_TIMEOUT_MS: '600000',
    }).catch(async (error) => {
      await provider.close()
      throw error
    })
    const database = new pg.Client({ connectionString: server.databaseUrl })
    await database.connect()
    return new House({ server, provider, database })
  }

  /** Signs up a new account; the first one is the administrator. */
  async move(name: string, email = `${randomUUID()}@exemplo.com.br`): Promise<TestClient> {
    const person = new TestClient(() => this.server.url, this.server.url)
    const account = { name, email, password: 'Senha-segura-1', termsAccepted: true }
    const { status, body } = await person.signUp(account)
    if (status !== 200) throw new Error(`no account for ${name}: ${JSON.stringify(body)}`)
    return person
  }

  /** The agent whose name starts with this. */
  async agentId(person: TestClient, name: string): Promise<string> {
    const { items } = (await person.get<AgentsPage>('/agents?limit=100')).data
    const agent = items.find((it) => it.name.startsWith(name))
    if (!agent) throw new Error(`no agent called ${name}`)
    return agent.id
  }

  /** Creates a chat; returns its id. */
  async tell(person: TestClient, { agent, title, context, turns }: Told): Promise<string> {
    const chatId = await made(person.post('/chats', { agentId: await this.agentId(person, agent) }))
    this.provider.scriptAside({ kind: 'reply', tokens: [title], delayMs: 0 })
    for (const { question, reply } of turns) {
      this.provider.script({ kind: 'reply', tokens: reply.split(/(?<=\s)(?=\S)/), delayMs: 0 })
      const message = { id: newId(), content: question, ...(context && { context }) }
      await person.send(chatId, message)
    }
    await this.#titled(chatId)
    return chatId
  }

  /** The model sets the title in the background. */
  async #titled(chatId: string): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await this.database.query('select 1 from chats where id = $1 and titled_by = $2', [
        chatId,
        'model',
      ])
      if (rows.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('a conversation got no title')
  }

  async close(): Promise<void> {
    await this.database.end()
    await this.server.close()
    await this.provider.close()
  }
}

/** The id of the object that a call created. */
export async function made(
  answer: Promise<{ status: number; data: unknown; error: unknown }>,
): Promise<string> {
  const { status, data, error } = await answer
  if (status >= 300) throw new Error(`refused (${status}): ${JSON.stringify(error)}`)
  return Object(data).id
}
