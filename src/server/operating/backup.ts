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
  /** Version of this program. */
  version: string
  /** Id of the key of the installation's secret; null when unavailable. */
  keyId: string | null
}

/**
 * Writes an installation into an archive and answers its manifest: all tables from one snapshot, then the
 * files that they name. Blocks no other client.
 * @throws {CommandError} when there is nothing to back up.
 */
export async function backUp(source: BackupSource, to: Writable): Promise<Manifest> {
  const client = new pg.Client(source.connection)
  // A connection error fails the current query; without a listener it would end the process.
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
  const fileNames = await listFileNames(client, names)
  // Files are not part of the snapshot; a longer transaction would delay vacuum.
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
 * Starts a snapshot transaction and answers the table names. Takes ACCESS SHARE locks before the snapshot, so
 * that no migration changes the tables in between.
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
