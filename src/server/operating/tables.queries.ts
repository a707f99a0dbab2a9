import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { APPLIED } from '../db/migrate.ts'
import * as schema from '../db/schema/index.ts'

/** The shape of a table's copy: its columns except generated ones, and its sort order. */
export type TableShape = { name: string; columns: string[]; order: string[] }

// Objects of extensions are neither copied nor dropped.
const notFromExtension = (catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = it.oid and d.deptype = 'e')`

/** Names of the application's tables, sorted. */
export async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select it.relname as name from pg_class it
     where it.relnamespace = 'public'::regnamespace and it.relkind in ('r', 'p') and ${notFromExtension('pg_class')}
     order by it.relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** Names of all tables of this version. */
export const ownTables = (): string[] =>
  Object.values(schema).flatMap((it) => (is(it, PgTable) ? [getTableName(it)] : []))

/** Shapes of the tables. Texts sort by bytes, so that copies are identical on every server. */
export async function describeTables(client: pg.ClientBase, names: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; column: string; place: number | null; sorts: boolean }>(
    `select t.relname as name, a.attname as column, array_position(i.indkey::int2[], a.attnum) as place,
       a.attcollation <> 0 as sorts
     from pg_class t
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     left join pg_index i on i.indrelid = t.oid and i.indisprimary
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
     order by t.relname collate "C", a.attnum`,
    [names],
  )
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    const key = own.filter(({ place }) => place !== null).sort((a, b) => Number(a.place) - Number(b.place))
    return {
      name,
      columns: own.map(({ column }) => column),
      order: (key.length > 0 ? key : own).map(
        ({ column, sorts }) => quoted(column) + (sorts ? ' collate "C"' : ''),
      ),
    }
  })
}

const quoted = (name: string) => pg.escapeIdentifier(name)
const list = (names: readonly string[]) => names.map(quoted).join(', ')

/** The statement that exports a table, sorted. */
export const copyOut = ({ name, columns, order }: TableShape): string =>
  `copy (select ${list(columns)} from public.${quoted(name)} order by ${order.join(', ')}) to stdout`

/** The statement that imports it. */
export const copyIn = ({ name, columns }: Pick<TableShape, 'name' | 'columns'>): string =>
  `copy public.${quoted(name)} (${list(columns)}) from stdin`

/** Fixes the text formats of values, whatever the server's settings, and removes timeouts. */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`set search_path = public; set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, MDY';
    set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '20s'`)
}

/** Takes ACCESS SHARE locks, which prevent schema changes but no reads and writes. */
export const holdShapes = (client: pg.ClientBase, names: readonly string[]) =>
  client.query(`lock table ${list(names)} in access share mode`)

/** Timestamps of the applied migrations; undefined in a database without migrations. */
export async function readMigrations(client: pg.ClientBase): Promise<number[] | undefined> {
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    APPLIED,
  ])
  if (!found.rows[0]?.exists) return undefined
  const { rows } = await client.query<{ made: string }>(
    `select created_at as made from ${APPLIED} order by created_at`,
  )
  return rows.map(({ made }) => Number(made))
}

/** The rows whose files are kept. A new version of a source waits in a hidden row; older databases have no such column. */
const FILES: Record<string, string> = {
  uploads: 'bytes > 0',
  attachments: 'bytes > 0',
  sources: `key is not null and (deleted_at is null or to_jsonb(sources) ->> 'replaces_id' is not null)`,
}

/** Names of all files that rows of these tables refer to; a database of an older version has not all of them. */
export async function listFileNames(client: pg.ClientBase, tables: string[]): Promise<string[]> {
  const queries = Object.entries(FILES)
    .filter(([table]) => tables.includes(table))
    .map(([table, condition]) => `select key from ${table} where ${condition}`)
  if (queries.length === 0) return []
  const { rows } = await client.query<{ key: string }>(`${queries.join(' union ')} order by key`)
  return rows.map(({ key }) => key)
}

/** Whether there is any account. */
export async function hasPeople(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from users) as found')
  return rows[0]?.found ?? false
}

/**
 * Lets the next start bring any secret, which no backup has, and deletes all sessions, API keys, password links, states of sign-ins and pending second factors. A backup also has those that their
 * users or an administrator ended since. Answers the number of sessions.
 */
export async function endAccess(client: pg.ClientBase): Promise<number> {
  await client.query('update installation set secret_key_id = null')
  await client.query('delete from verifications')
  await client.query('delete from email_changes')
  await client.query('delete from api_keys')
  // Since the backup it may have been sent to everybody.
  await client.query("update people_mails set status = 'canceled', ended_at = now() where status = 'running'")
  const { rowCount } = await client.query('delete from sessions')
  return rowCount ?? 0
}

/** Number of other connections to this database. */
export async function countOthers(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.others ?? 0
}

/**
 * Drops these tables, all other objects of our migrations, and the table of migrations. Objects of extensions
 * stay.
 */
export async function dropEverything(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await client.query(`drop table ${list(tables)} cascade`)
  const { rows } = await client.query<{ statement: string }>(
    `select 'drop routine ' || it.oid::regprocedure || ' cascade' as statement from pg_proc it
     where it.pronamespace = 'public'::regnamespace and ${notFromExtension('pg_proc')}
     union all
     select 'drop text search configuration ' || it.oid::regconfig || ' cascade' from pg_ts_config it
     where it.cfgnamespace = 'public'::regnamespace and ${notFromExtension('pg_ts_config')}
     union all
     select 'drop text search dictionary ' || it.oid::regdictionary || ' cascade' from pg_ts_dict it
     where it.dictnamespace = 'public'::regnamespace and ${notFromExtension('pg_ts_dict')}`,
  )
  for (const { statement } of rows) await client.query(statement)
  await client.query(`drop table if exists ${APPLIED}`)
}

/**
 * Empties tables and removes triggers and foreign keys, so that rows load in any order. The returned function
 * restores them, and validates all foreign keys.
 */
export async function openForRows(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${list(names)}`)
  return async () => {
    for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    }
  }
}
