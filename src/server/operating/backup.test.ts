import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/launcher.ts'
import { applyMigrations, prepareDatabase, shippedMigrations } from '../db/migrate.ts'
import { attachments, mailCounts } from '../db/schema/index.ts'
import { readEnv } from '../env.ts'
import { createFiles } from '../files/create-files.ts'
import { createDiskFiles } from '../files/disk-files.ts'
import { startS3Double } from '../testing/doubles/s3-double.ts'
import {
  copyOf,
  emptySite,
  makeHistory,
  type Site,
  siteOf,
  temporaryFolder,
} from '../testing/factories/backups.ts'
import { isExternal } from '../testing/processes/process-fixture.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { backUp } from './backup.ts'
import { checkArchive } from './check-archive.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { ownTables } from './tables.queries.ts'

const log = pino({ level: 'silent' })
let app: TestApp
let history: Awaited<ReturnType<typeof makeHistory>>
let copied: Awaited<ReturnType<typeof copyOf>>
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  history = await makeHistory(app)
  await app.server.deps.runs.drain(5_000)
  // The usage job writes on its own and would make two backups differ.
  await app.server.deps.usage.stop()
  folder = await mkdtemp(join(tmpdir(), 'elenco-copies-'))
  copied = await copyOf(siteOf(app), folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** A site on its own embedded server, as an installation without DATABASE_URL. */
async function embeddedSite(): Promise<Site> {
  const dataDir = await temporaryFolder()
  const embedded = await startEmbeddedPostgres({ dataDir: `${dataDir}/data`, log })
  onTestFinished(embedded.stop)
  const { host, user, database } = embedded.connection
  const connectionString = `postgres://${user}@${encodeURIComponent(host)}/${database}`
  return { connection: { connectionString }, files: createDiskFiles({ folder: `${dataDir}/uploads` }) }
}

async function ask(site: Site, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(site.connection)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** A restore empties these, and keeps all other tables as they were. */
const ENDED = ['api_keys', 'email_changes', 'sessions', 'verifications']
/** The fingerprint of the secret goes too, from the single row of this one. */
const keptOf = ({ tables }: Manifest) =>
  tables.filter(({ name }) => !ENDED.includes(name) && name !== 'installation')

const tablesOf = (site: Site) =>
  ask(site, `select tablename from pg_tables where schemaname in ('public', 'drizzle')`)

describe('a backup', () => {
  test('contains every table of this version, every row, and every referenced file', async () => {
    const { manifest } = copied
    expect(manifest.tables.map(({ name }) => name)).toEqual(ownTables().toSorted())
    const counts = new Map(manifest.tables.map(({ name, rows }) => [name, rows]))
    expect(counts.get('messages')).toBe(2)
    expect(counts.get('message_search')).toBe(2)
    expect(counts.get('credentials')).toBe(1)
    expect(manifest.files.map(({ name }) => name)).toContain(history.photo)
    expect([counts.get('passages'), counts.get('passage_vectors')]).toEqual([2, 1])
    expect(manifest.files.map(({ name }) => name)).toEqual(expect.arrayContaining(history.sourceKeys))
    expect(manifest.files).toHaveLength(4)
    expect(manifest.missing).toEqual([])
  })

  test('moves between engines, and between folder and object store, with equal rows and hashes', async () => {
    const { path, manifest } = copied
    const store = await startS3Double()
    onTestFinished(store.close)
    const { s3 } = readEnv(store.variables)
    const other = { ...(await emptySite()), files: createFiles({ s3, dataDir: folder, log }) }
    const sites = [await embeddedSite(), other, ...(isExternal ? [await embeddedSite()] : [])]
    let from = path
    for (const site of sites) {
      await restore(from, { ...site, replace: false })
      const again = await copyOf(site)
      expect(keptOf(again.manifest)).toEqual(keptOf(manifest))
      const ended = again.manifest.tables.filter(({ name }) => ENDED.includes(name))
      expect(ended.map(({ rows }) => rows)).toEqual([0, 0, 0, 0])
      expect(again.manifest.files).toEqual(manifest.files)
      from = again.path
    }
    const file = await other.files.read(history.sourceKeys[1] ?? '')
    expect(Buffer.from(file ?? []).toString()).toMatch(/garantia/)
    expect(await ask(other, 'select length(code) as bits, scale from passage_vectors')).toEqual([
      { bits: 4, scale: expect.any(Number) },
    ])
    // The result is a working installation: migrations, triggers and foreign keys are complete.
    const database = connect(other.connection, log)
    await prepareDatabase(database)
    await database.close()
    await expect(ask(other, `delete from audit_entries`)).resolves.toEqual([])
    await ask(other, `update messages set content = 'carambola' where sender = 'human'`)
    expect(
      await ask(other, `select 1 from message_search where vector::text like '%carambol%'`),
    ).toHaveLength(1)
    await expect(ask(other, `update messages set chat_id = gen_random_uuid()`)).rejects.toThrow(/foreign key/)
  }, 120_000)

  test('lists missing files and continues', async () => {
    const site = siteOf(app)
    const files = { ...site.files, read: async () => undefined }
    const { manifest, path } = await copyOf({ ...site, files })
    expect([manifest.files.length, manifest.missing.length]).toEqual([0, 4])
    expect((await checkArchive(path)).missing).toContain(history.photo)
  })

  test('is a snapshot, despite concurrent writes', async () => {
    const { db } = app.server.deps
    // More than the output buffers, in an early table, so that the backup pauses within it.
    const noise = randomBytes(6e6).toString('hex')
    await db.insert(attachments).values({
      ...{ userId: history.ana.userId, key: 'grande.attachment', name: 'x', kind: 'text', mediaType: 'x' },
      ...{ bytes: 0, content: noise },
    })
    let isBegun = false
    const slow = new Writable({
      async write(_chunk, _encoding, done) {
        if (!isBegun) await db.execute(`insert into mail_counts (key, count) values ('de-agora', 1)`)
        isBegun = true
        done()
      },
    })
    const { tables } = await backUp({ ...siteOf(app), version: '1', keyId: null }, slow)
    expect(await db.$count(mailCounts)).toBe(1)
    expect(tables.find(({ name }) => name === 'mail_counts')?.rows).toBe(0)
    await db.delete(mailCounts)
    await db.delete(attachments).where(eq(attachments.bytes, 0))
  })

  test('of an empty database is refused', async () => {
    await expect(copyOf(await emptySite())).rejects.toThrow('não há nenhuma instalação')
  })

  test('is complete: all data is in columns', async () => {
    const kept = await ask(
      siteOf(app),
      `select 1 from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
      union all select 1 from pg_largeobject_metadata`,
    )
    expect(kept).toEqual([])
  })
})

describe('restoring', () => {
  test('migrates an older backup to this version, with its data', async () => {
    const old = await emptySite()
    const client = new pg.Client(old.connection)
    await client.connect()
    await client.query('begin')
    await applyMigrations(client, shippedMigrations().slice(0, 9))
    await client.query('commit')
    await client.query(
      `insert into users (id, name, email) values (gen_random_uuid(), 'Ana', 'ana@exemplo.com.br')`,
    )
    await client.end()
    const { path, manifest } = await copyOf(old)
    expect(manifest.migrations).toHaveLength(9)
    const site = await emptySite()
    await restore(path, { ...site, replace: false })
    const { manifest: now } = await copyOf(site)
    expect(now.migrations).toEqual(shippedMigrations().map(({ folderMillis }) => folderMillis))
    expect(now.tables.map(({ name }) => name)).toEqual(ownTables().toSorted())
    expect(await ask(site, `select name from users`)).toEqual([{ name: 'Ana' }])
  })

  test('accepts an empty installation, and any other only with replace', async () => {
    const { path, manifest } = copied
    const site = await emptySite()
    const database = connect(site.connection, log)
    await prepareDatabase(database)
    await database.close()
    await restore(path, { ...site, replace: false })
    await ask(site, `insert into uploads (id, key, bytes) values (gen_random_uuid(), 'velho.webp', 1)`)
    await site.files.write('velho.webp', Buffer.from('x'))
    await expect(restore(path, { ...site, replace: false })).rejects.toThrow('--replace')
    expect(await ask(site, `select 1 from uploads where key = 'velho.webp'`)).toHaveLength(1)

    await restore(path, { ...site, replace: true })
    expect(keptOf((await copyOf(site)).manifest)).toEqual(keptOf(manifest))
    expect(await site.files.read('velho.webp')).toBeUndefined()
    expect(await site.files.read(history.photo)).toBeDefined()
  })

  test('refuses a database in use, and foreign tables', async () => {
    const { path } = copied
    await expect(restore(path, { ...siteOf(app), replace: true })).rejects.toThrow('outro programa')
    const site = await emptySite()
    await ask(site, 'create table clientes (id int)')
    await expect(restore(path, { ...site, replace: true })).rejects.toThrow('não são do Elenco (clientes)')
    expect(await tablesOf(site)).toEqual([{ tablename: 'clientes' }])
    const neighbour = await emptySite()
    await ask(neighbour, `create function dobro(n int) returns int language sql return n * 2`)
    await restore(path, { ...neighbour, replace: false })
    expect(await ask(neighbour, 'select dobro(2)')).toEqual([{ dobro: 4 }])
  })

  test('is all or nothing: a failed file rolls back tables and earlier files', async () => {
    const { path } = copied
    const site = await emptySite()
    let room = 1
    const files = {
      ...site.files,
      write: async (name: string, bytes: Uint8Array) => {
        room -= 1
        if (room < 0) throw new Error('sem espaço')
        await site.files.write(name, bytes)
      },
    }
    await expect(restore(path, { ...site, files, replace: false })).rejects.toThrow('sem espaço')
    expect(await tablesOf(site)).toEqual([])
    const { manifest } = copied
    for (const { name } of manifest.files) expect(await site.files.read(name)).toBeUndefined()
  })
})
