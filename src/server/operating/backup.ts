import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Files } from '../files/files.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { CommandError } from './command-error.ts'
import { FORMAT, MANIFEST_NAME, type Manifest } from './manifest.ts'
import { copyTable } from './table-copies.ts'
import {
  describeTables,
  holdShapes,
  listFileNames,
  listTables,
  prepareSession,
  readMigrations,
} from './tables.queries.ts'

export type BackupSource = {
  connection: pg.ClientConfig
  files: Pick<Files, 'read'>
  /** Of this program. */
  version: string
  /** Names the key of the installation's secret; null where that is not at hand. */
  keyId: string | null
}

/**
 * Writes a whole installation into an archive and answers its manifest: every table as of one moment, then every file
 * that those tables name. Nobody who works meanwhile waits for it.
 * @throws {CommandError} where there is nothing to copy.
 */
export async function backUp(source: BackupSource, to: Writable): Promise<Manifest> {
  const client = new pg.Client(source.connection)
  // What breaks the connection fails the query under way; unheard, it would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const made: { manifest?: Manifest } = {}
    await writeArchive(entriesOf(client, source, made), to)
    if (!made.manifest) throw new Error('the archive ended before its manifest')
    return made.manifest
  } finally {
    await client.end()
  }
}

async function* entriesOf(
  client: pg.Client,
  { files, version, keyId }: BackupSource,
  made: { manifest?: Manifest },
): AsyncGenerator<ArchiveEntry> {
  const names = await beginSnapshot(client)
  const [about] = (await client.query<{ version: string }>('show server_version')).rows.map((row) =>
    Object.values(row),
  )
  const manifest: Manifest = {
    format: FORMAT,
    version,
    createdAt: new Date().toISOString(),
    postgres: String(about?.[0]),
    migrations: (await readMigrations(client)) ?? [],
    keyId,
    tables: [],
    files: [],
    missing: [],
  }
  for (const table of await describeTables(client, names)) {
    const copy = copyTable(client, table)
    for (let part = 1; ; part += 1) {
      const { done, value } = await copy.next()
      if (done) {
        manifest.tables.push(value)
        break
      }
      yield { name: `tables/${table.name}/${String(part).padStart(6, '0')}`, bytes: value }
    }
  }
  const fileNames = await listFileNames(client)
  // The files are no part of the snapshot: holding it longer would only keep the database from tidying up.
  await client.query('commit')
  for (const name of fileNames) {
    const found = await files.read(name)
    if (!found) {
      manifest.missing.push(name)
      continue
    }
    const bytes = Buffer.from(found)
    manifest.files.push({ name, bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') })
    yield { name: `files/${name}`, bytes }
  }
  made.manifest = manifest
  yield { name: MANIFEST_NAME, bytes: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
}

/**
 * Begins a transaction that sees one moment of the database, and answers the names of its tables. They are held before
 * the moment is taken: a migration in between would leave shapes that are not those of the rows.
 */
async function beginSnapshot(client: pg.Client): Promise<string[]> {
  await prepareSession(client)
  const names = await listTables(client)
  if (!names.includes('users') || !(await readMigrations(client))) {
    throw new CommandError('não há nenhuma instalação do Elenco neste banco de dados')
  }
  await client.query('begin isolation level repeatable read read only')
  await holdShapes(client, names)
  const seen = await listTables(client)
  if (`${seen}` !== `${names}`) {
    throw new CommandError('o banco de dados está sendo atualizado; tente de novo em instantes')
  }
  return names
}
