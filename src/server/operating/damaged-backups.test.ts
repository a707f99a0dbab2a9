import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '../db/connect.ts'
import { sessions, uploads, users } from '../db/schema/index.ts'
import { createDiskFiles } from '../files/disk-files.ts'
import { createTestDatabase } from '../testing/database.ts'
import { archiveOf, copyOf, type Site, temporaryFolder } from '../testing/factories/backups.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { type CopiedTable, MANIFEST_NAME, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'

// A damaged backup is refused, and leaves an empty installation empty.

const PHOTO = 'a0.webp'
let made: string
let folder: string
let target: Site
let close: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-damaged-'))
  const [source, empty] = [
    await createTestDatabase(inject('adminUrl'), inject('template')),
    await createTestDatabase(inject('adminUrl')),
  ]
  const database = connect({ connectionString: source.url }, pino({ level: 'silent' }))
  const files = createDiskFiles({ folder: join(folder, 'from') })
  await files.write(PHOTO, Buffer.from('uma foto'))
  await makePerson(database.db)
  made = (await copyOf({ connection: { connectionString: source.url }, files }, folder)).path
  target = {
    connection: { connectionString: empty.url },
    files: createDiskFiles({ folder: join(folder, 'to') }),
  }
  close = async () => {
    await database.close()
    await Promise.all([source.drop(), empty.drop()])
    await rm(folder, { recursive: true })
  }
})
afterAll(() => close())

async function makePerson(db: Db): Promise<void> {
  const [ana] = await db.insert(users).values({ name: 'Ana', email: 'ana@exemplo.com.br' }).returning()
  if (!ana) throw new Error('nobody')
  await db.insert(sessions).values({ userId: ana.id, token: 'x', expiresAt: new Date() })
  await db.insert(uploads).values({ userId: ana.id, key: PHOTO, bytes: 8 })
}

async function refuses(path: string, why: RegExp): Promise<void> {
  await expect(restore(path, { ...target, replace: false })).rejects.toThrow(why)
  const left = connect(target.connection, pino({ level: 'silent' }))
  const { rows } = await left.pool.query(`select from pg_tables where schemaname in ('public', 'drizzle')`)
  await left.close()
  expect([rows.length, await target.files.read(PHOTO)]).toEqual([0, undefined])
}

async function entries(): Promise<ArchiveEntry[]> {
  const all: ArchiveEntry[] = []
  for await (const entry of readArchive(made)) all.push(entry)
  return all
}

/** The archive with a modified manifest. */
async function telling(change: (manifest: Manifest) => object): Promise<ArchiveEntry[]> {
  const all = await entries()
  return all.map(({ name, bytes }) => ({
    name,
    bytes: name === MANIFEST_NAME ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString())))) : bytes,
  }))
}

/** The archive with a modified table and a matching manifest. */
async function withTable(table: string, change: (text: string) => string): Promise<ArchiveEntry[]> {
  const part = `tables/${table}/000001`
  const was = (await entries()).find(({ name }) => name === part)?.bytes.toString() ?? ''
  const bytes = Buffer.from(change(was))
  expect(bytes.toString()).not.toBe(was)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const rows = bytes.toString().split('\n').length - 1
  const put = (it: CopiedTable) => (it.name === table ? { ...it, rows, bytes: bytes.length, hash } : it)
  const told = await telling((it) => ({ ...it, tables: it.tables.map(put) }))
  return told.map((entry) => (entry.name === part ? { ...entry, bytes } : entry))
}

test('truncated, or not an archive', async () => {
  const path = join(await temporaryFolder(), 'copia.tar.gz')
  const whole = await readFile(made)
  await writeFile(path, whole)
  await truncate(path, whole.length - 2_000)
  await refuses(path, /não pode ser lida/)
  await writeFile(path, 'isto não é uma cópia')
  await refuses(path, /não pode ser lida/)
})

test('a byte of a table changed', async () => {
  const path = join(await temporaryFolder(), 'copia.tar.gz')
  const plain = gunzipSync(await readFile(made))
  plain.write('eva', plain.indexOf('ana@exemplo.com.br'))
  await writeFile(path, gzipSync(plain))
  await refuses(path, /está danificada: tables\/users não/)
})

test('without its manifest, or with a file missing', async () => {
  const all = await entries()
  const without = (start: string) => archiveOf(all.filter(({ name }) => !name.startsWith(start)))
  await refuses(await without(MANIFEST_NAME), /incompleta/)
  await refuses(await without('files/'), /danificada: files\/a0\.webp/)
})

test('with extra entries, also with a path outside the folder', async () => {
  const all = await entries()
  const stray = { name: 'files/../../fora.txt', bytes: Buffer.from('x') }
  await refuses(await archiveOf([stray, ...all]), /danificada: files\/\.\.\/\.\.\/fora\.txt/)
  await refuses(await archiveOf([...all, stray]), /não pode ser lida/)
  const promised = await telling((it) => ({
    ...it,
    files: [
      ...it.files,
      { name: '../../fora.txt', bytes: 1, hash: createHash('sha256').update('x').digest('hex') },
    ],
  }))
  await refuses(await archiveOf([stray, ...promised]), /não pode ser lida/)
})

test('of a newer version, or with other migrations', async () => {
  const newer = await telling((it) => ({ ...it, migrations: [...it.migrations, Date.now() + 1e9] }))
  await refuses(await archiveOf(newer), /versão mais nova/)
  const other = await telling((it) => ({ ...it, migrations: it.migrations.map((when) => when - 1) }))
  await refuses(await archiveOf(other), /mudou de outra forma/)
  await refuses(await archiveOf(await telling((it) => ({ ...it, format: 2 }))), /versão mais nova/)
})

test('with a value that changes when loaded', async () => {
  const spelled = await withTable('plans', (text) => text.replace(/\tt\t/, '\ttrue\t'))
  await refuses(await archiveOf(spelled), /plans não voltou/)
})

test('with a dangling reference', async () => {
  const orphaned = await withTable('users', () => '')
  await refuses(await archiveOf(orphaned), /violates foreign key/)
})
