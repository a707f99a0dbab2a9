import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import {
  accounts,
  agents,
  apiKeys,
  brands,
  collections,
  credentials,
  documents,
  messagePassages,
  messages,
  offers,
  passages,
  products,
  sessions,
  users,
  verifications,
  webhookEvents,
} from '../db/schema/index.ts'
import type { Secrets } from './secrets.ts'
import { TestClient } from './test-client.ts'

/** A client that registers everything secret that it sends and receives. */
export class WatchedClient extends TestClient {
  readonly #secrets: Secrets

  constructor(baseUrl: () => string, origin: string, secrets: Secrets) {
    super(baseUrl, origin)
    this.#secrets = secrets
  }

  override async fetch(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    this.#secrets.addAll(parsed(body))
    const response = await super.fetch(method, path, body, headers)
    for (const line of response.headers.getSetCookie()) this.#secrets.addCookies(line.split(';')[0] ?? '')
    return response
  }
}

/** The parsed body, or the text if it is not JSON. */
function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body
  } catch {
    return body
  }
}

/** All confidential values in a database: texts, passwords, tokens, personal data, prompts. */
export async function storedSecrets(db: Db): Promise<(string | null)[]> {
  const columns = [
    [messages, messages.content],
    [agents, agents.systemPrompt],
    [sessions, sessions.token],
    [accounts, accounts.password],
    [verifications, verifications.value],
    [credentials, credentials.sealed],
    [apiKeys, apiKeys.secretHash],
    [users, users.name],
    [users, users.email],
    [users, users.bio],
    [users, users.phoneNumber],
    [products, products.transformation],
    [brands, brands.description],
    [offers, offers.bigIdea],
    [documents, documents.body],
    [collections, collections.name],
    [collections, collections.description],
    [passages, passages.text],
    [messagePassages, messagePassages.text],
    [webhookEvents, webhookEvents.email],
    [webhookEvents, webhookEvents.rawBody],
  ] as const
  const texts: (string | null)[] = []
  for (const [table, column] of columns) {
    const beginning = sql<string | null>`left(${column}, 200)`
    const rows = await db.selectDistinct({ text: beginning }).from(table)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts
}
