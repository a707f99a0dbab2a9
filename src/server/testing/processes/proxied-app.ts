import pg from 'pg'
import { vi } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../doubles/tcp-proxy.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { OpenStream } from '../test-client.ts'

type StoredMessage = {
  id: string
  sender: string
  status: string
  content: string
  finish_reason: string | null
}

export type ProxiedApp = {
  app: TestApp
  /** The proxy between the app and its database. */
  proxy: TcpProxy
  /** Queries the database directly. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A chat's rows in order. */
  stored(chatId: string): Promise<StoredMessage[]>
  /** Opens a direct connection, closed with the app. */
  connectDirectly(): Promise<pg.Client>
  /** Terminates all database sessions except direct ones. */
  terminateSessions(): Promise<void>
  close(): Promise<void>
}

/** The test app with a fault-injecting proxy in front of its database. */
export async function createProxiedApp(): Promise<ProxiedApp> {
  const app = await createTestApp()
  const proxy = await startTcpProxy(app.databaseUrl)
  await app.restart({ DATABASE_URL: proxy.url })
  const clients: pg.Client[] = []
  const pids: number[] = []
  const connectDirectly = async () => {
    const client = new pg.Client({ connectionString: app.databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    pids.push(...rows.map(({ pid }) => pid))
    return client
  }
  const direct = await connectDirectly()
  const ask: ProxiedApp['ask'] = async <Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ) => (await direct.query<Row>(text, values)).rows
  return {
    app,
    proxy,
    ask,
    connectDirectly,
    stored: (chatId) =>
      ask('select id, sender, status, content, finish_reason from messages where chat_id = $1 order by seq', [
        chatId,
      ]),
    async terminateSessions() {
      await direct.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> all ($1)',
        [pids],
      )
    },
    async close() {
      proxy.restore()
      proxy.resume()
      await Promise.all(clients.map((client) => client.end()))
      await app.close()
      await proxy.close()
    },
  }
}

/** Reads tokens, at least `count`, until a condition holds; returns their text. */
export async function readUntil(stream: OpenStream, condition: () => boolean, count = 0): Promise<string> {
  let text = ''
  for (let read = 0; read < count || !condition(); read += 1) {
    const event = await stream.next()
    if (event?.event !== 'token') throw new Error(`ended: ${JSON.stringify(event)}`)
    text += event.data.token
  }
  return text
}

/** Retries a check for as long as a busy machine may need. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 20 })
