import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { applyMigrations, MIGRATION_LOCK, shippedMigrations } from '../db/migrate.ts'
import type { Files } from '../files/files.ts'
import { readArchive } from './archive.ts'
import { checkArchive, thingOf } from './check-archive.ts'
import { CommandError } from './command-error.ts'
import { MANIFEST_NAME, type Manifest } from './manifest.ts'
import { sumUp, takeTable } from './table-copies.ts'
import {
  countOthers,
  describeTables,
  dropEverything,
  endAccess,
  hasPeople,
  listFileNames,
  listTables,
  openForRows,
  ownTables,
  prepareSession,
  readMigrations,
} from './tables.queries.ts'

export type RestoreTarget = {
  connection: pg.ClientConfig
  files: Files
  /** Replaces existing data; without it only an installation without accounts is accepted. */
  replace: boolean
}

/**
 * Restores an installation from an archive, completely or not at all: migrates to the backup's level, loads
 * and verifies the rows, migrates to this version, and ends all sessions and links. Answers the manifest and the
 * number of ended sessions.
 * @throws {CommandError} when the archive is invalid or the target not allowed; nothing has changed then.
 */
export async function restore(
  path: string,
  target: RestoreTarget,
): Promise<{ manifest: Manifest; endedSessions: number }> {
  const manifest = await checkArchive(path)
  const level = levelOf(manifest)
  const client = new pg.Client(target.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await prepareSession(client)
    await requireExclusiveUse(client)
    await client.query('begin')
    const former = await dropExisting(client, manifest, target)
    await applyMigrations(client, shippedMigrations().slice(0, level))
    const written = await loadContents(client, path, { manifest, files: target.files, former })
    let endedSessions = 0
    try {
      await applyMigrations(client, shippedMigrations())
      endedSessions = await endAccess(client)
      await client.query('commit')
    } catch (error) {
      await target.files.remove(written)
      throw error
    }
    const kept = new Set(manifest.files.map(({ name }) => name))
    await target.files.remove(former.filter((name) => !kept.has(name)))
    await client.query('analyze')
    return { manifest, endedSessions }
  } finally {
    // Closing the connection rolls back an open transaction.
    await client.end()
  }
}

/** Number of this version's migrations that the backup has. */
function levelOf({ migrations }: Manifest): number {
  const shipped = shippedMigrations().map(({ folderMillis }) => folderMillis)
  if (isDeepStrictEqual(shipped.slice(0, migrations.length), migrations)) return migrations.length
  const isNewer = (migrations.at(-1) ?? 0) > (shipped.at(-1) ?? 0)
  throw new CommandError(
    isNewer
      ? 'esta cópia é de uma versão mais nova do Elenco; restaure com ela, ou com uma posterior'
      : 'esta cópia é de um Elenco cujo banco de dados mudou de outra forma que o desta versão',
  )
}

/** Makes sure that no other client uses this database. @throws {CommandError} */
async function requireExclusiveUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    MIGRATION_LOCK,
  ])
  const others = await countOthers(client)
  if (rows[0]?.got && others === 0) return
  throw new CommandError(
    `há outro programa usando este banco de dados (conexões: ${others}); encerre todas as instâncias do Elenco e tente de novo`,
  )
}

/** Drops existing data if permitted, and answers the names of its files. */
async function dropExisting(
  client: pg.Client,
  manifest: Manifest,
  { replace }: RestoreTarget,
): Promise<string[]> {
  const tables = await listTables(client)
  const known = new Set([...ownTables(), ...manifest.tables.map(({ name }) => name)])
  const foreign = tables.filter((name) => !known.has(name))
  if (foreign.length > 0 || (tables.length > 0 && !(await readMigrations(client)))) {
    const named = foreign.length > 0 ? ` (${foreign.slice(0, 5).join(', ')})` : ''
    throw new CommandError(
      `neste banco de dados há tabelas que não são do Elenco${named}; use um que seja só dele`,
    )
  }
  if (!replace && tables.includes('users') && (await hasPeople(client))) {
    throw new CommandError(
      'já há contas nesta instalação. Para pôr a cópia no lugar de tudo o que há nela: npm run restore -- <arquivo> --replace',
    )
  }
  const files = await listFileNames(client, tables)
  // In a database without our tables, functions belong to other software.
  if (tables.length > 0) await dropEverything(client, tables)
  return files
}

type Filling = { manifest: Manifest; files: Files; former: readonly string[] }

/** Loads tables and files, and answers the names of the new files. */
async function loadContents(
  client: pg.Client,
  path: string,
  { manifest, files, former }: Filling,
): Promise<string[]> {
  const names = manifest.tables.map(({ name }) => name)
  if (!isDeepStrictEqual(await listTables(client), names)) {
    throw new CommandError('as tabelas desta cópia não são as da versão que ela diz ter')
  }
  const existing = new Set(former)
  const written: string[] = []
  try {
    const close = await openForRows(client, names)
    const shapes = new Map(manifest.tables.map((table) => [`tables/${table.name}`, table]))
    let table: ReturnType<typeof takeTable> | undefined
    for await (const { name, bytes } of readArchive(path)) {
      const shape = shapes.get(thingOf(name))
      if (table && table.name !== shape?.name) {
        await table.end()
        table = undefined
      }
      if (shape) {
        table ??= takeTable(client, shape)
        await table.write(bytes)
      } else if (name !== MANIFEST_NAME) {
        const file = name.slice('files/'.length)
        if (!existing.has(file)) written.push(file)
        await files.write(file, bytes)
      }
    }
    await close()
    await assertSame(client, manifest)
    return written
  } catch (error) {
    await files.remove(written)
    throw error
  }
}

/** Copies the loaded tables again and compares their hashes. */
async function assertSame(client: pg.Client, { tables }: Manifest): Promise<void> {
  const shapes = await describeTables(
    client,
    tables.map(({ name }) => name),
  )
  for (const [index, shape] of shapes.entries()) {
    const { name, rows, hash } = await sumUp(client, shape)
    const copied = tables[index]
    if (rows !== copied?.rows || hash !== copied.hash) {
      throw new CommandError(`a tabela ${name} não voltou como foi copiada; nada foi alterado`)
    }
  }
}
