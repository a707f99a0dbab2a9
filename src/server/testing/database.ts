import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Runs statements on a server's maintenance database. */
export async function onServer(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const urlOf = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

export type TestDatabase = { url: string; name: string; drop(): Promise<void> }

/** Creates a database on the server of `adminUrl`, empty or a copy of `template`. */
export async function createTestDatabase(adminUrl: string, template?: string): Promise<TestDatabase> {
  const name = `elenco_test_${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name}${template ? ` template ${template}` : ''}`)
  return {
    url: urlOf(adminUrl, name),
    name,
    drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}
