import { randomUUID } from 'node:crypto'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { ServerProcess } from '../../../src/server/testing/processes/server-process.ts'
import { type Reply, TestClient } from '../../../src/server/testing/test-client.ts'

export const PASSWORD = 'senha-segura-1'
export const LARGEST_BYTES = 10 * 1024 * 1024

/** The server of the benchmark behind a proxy, with its limits on. */
export const VARIABLES = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }

let visitors = 0

/** A header with a new address. */
export function ownAddress(): Record<string, string> {
  visitors += 1
  return { 'X-Forwarded-For': `198.18.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
}

/** Signs a person up from their own address. */
export async function signUp(server: ServerProcess): Promise<{ client: TestClient; reply: Reply }> {
  const client = new TestClient(() => server.url, server.url)
  const account = { name: 'Bia Lima', email: `${randomUUID()}@exemplo.com.br`, password: PASSWORD }
  const reply = await client.call('POST', '/api/auth/sign-up/email', account, ownAddress())
  client.userId = Object(Object(reply.body).user).id ?? ''
  client.email = account.email
  return { client, reply }
}

export async function signUpSome(server: ServerProcess, count: number): Promise<TestClient[]> {
  const people: TestClient[] = []
  while (people.length < count) people.push((await signUp(server)).client)
  return people
}

/** Gives each of these people an attachment of the largest size; returns the paths. They share one file on the disk. */
export async function storeAttachments(server: ServerProcess, people: TestClient[]): Promise<string[]> {
  const folder = join(server.dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const content = join(folder, 'large.content')
  await writeFile(content, Buffer.alloc(LARGEST_BYTES, 'a'))
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  try {
    const paths: string[] = []
    for (const { userId } of people) {
      const [id, key] = [randomUUID(), `${randomUUID()}.attachment`]
      await link(content, join(folder, key))
      await database.query(
        `insert into attachments (id, user_id, key, name, kind, media_type, bytes, content)
         values ($1, $2, $3, 'grande.pdf', 'pdf', 'application/pdf', $4, '')`,
        [id, userId, key, LARGEST_BYTES],
      )
      paths.push(`/api/v1/attachments/${id}/file`)
    }
    return paths
  } finally {
    await database.end()
  }
}
