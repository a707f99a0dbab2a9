import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { readPassages } from '../../files/passages/read-passages.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createOwnDatabase, signUpAt } from '../../testing/processes/process-fixture.ts'
import { startServerProcess } from '../../testing/processes/server-process.ts'

const KILLS = 20
const SECTIONS = 600
const PATIENCE = { timeout: 60_000, interval: 5 }

const section = (name: string, index: number) =>
  `# ${name} ${index}\n\n${'A oferta vale até domingo. '.repeat(20)}Palavra única: ${name}${index}x.`
const book = (name: string) =>
  Array.from({ length: SECTIONS }, (_, index) => section(name, index)).join('\n\n')
const BOOKS = ['alfa', 'beta', 'gama'].map((name) => ({ name: `${name}.md`, bytes: Buffer.from(book(name)) }))

const textsOf = async ({ name, bytes }: (typeof BOOKS)[number]) => {
  const { signal } = new AbortController()
  return [...(await readPassages({ name, bytes, signal, onRead: () => {} })).passages].map(({ text }) => text)
}

test('sources whose process is killed again and again are indexed whole, and once', async () => {
  const databaseUrl = await createOwnDatabase()
  const server = await startServerProcess({ DATABASE_URL: databaseUrl, SECRET: randomUUID() })
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  onTestFinished(async () => {
    await server.close()
    await database.end()
  })
  const query = async (text: string) => (await database.query(text)).rows
  const client = await signUpAt(server)
  const { data: collection } = await client.post<Collection>('/collections', { name: 'Livros' })
  const used = async () => (await client.get<StorageUsage>('/me/storage')).data.used
  const before = await used()
  const sent: Source[] = []
  for (const { bytes, name } of BOOKS) {
    const path = `/api/v1/collections/${collection.id}/sources/file`
    sent.push((await client.call<Source>('POST', path, imageForm(bytes, name, ''))).data)
  }

  const stored = async () => (await query('select count(*)::int as count from passages'))[0].count
  const cut: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const known = await stored()
    // In turns while a source is read, and after more of it was stored.
    await vi.waitFor(async () => {
      const [held] = await query('select state from sources where worker_id is not null')
      expect(held).toBeDefined()
      if (kill % 2 === 1) expect(await stored()).toBeGreaterThan(known)
    }, PATIENCE)
    await server.stop('SIGKILL')
    const [held] = await query('select state from sources where worker_id is not null')
    if (held) cut.push(held.state)
    // As if the time of the lease had passed.
    await query("update sources set lease_until = now() - interval '1 second' where worker_id is not null")
    await server.start()
  }
  // A kill after more was stored may meet the end of a source, and cut none.
  expect(cut.length).toBeGreaterThanOrEqual(KILLS / 2)
  await vi.waitFor(async () => {
    expect(await query("select name, failure from sources where state <> 'ready'")).toEqual([])
  }, PATIENCE)

  let octets = 0
  for (const [at, source] of sent.entries()) {
    const texts = await textsOf(BOOKS[at] ?? { name: '', bytes: Buffer.of() })
    const rows = await query(
      `select version, position, text from passages where source_id = '${source.id}' order by version, position`,
    )
    expect(rows).toEqual(texts.map((text, position) => ({ version: 1, position, text })))
    octets += Buffer.byteLength(texts.join('')) + (BOOKS[at]?.bytes.length ?? 0)
  }
  expect(await used()).toBe(before + octets)
  const found = await client.get<FoundPassages>('/collections/search?q=beta299x')
  expect(found.data.items.map(({ source }) => source.name)).toEqual(['beta.md'])
}, 300_000)
