import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type {
  ImportRow,
  ImportRowsPage,
  ImportRowsQuery,
  PeopleImport,
} from '#shared/contract/people-imports.ts'
import { ImportResult } from '#shared/contract/people-imports.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { peopleImportRows, peopleImports, plans, users } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import type { CsvRecord } from './csv-text.ts'

export type ImportFacts = typeof peopleImports.$inferSelect

/** Rows per statement. */
const BATCH = 500
const SAMPLE = 3
const LISTED = 10

type NewImport = Pick<
  typeof peopleImports.$inferInsert,
  'fileName' | 'encoding' | 'separator' | 'header' | 'columns'
> & { createdBy: string; rows: CsvRecord[] }

/** Stores a file as a draft, instead of the administrator's draft before. */
export function createImport(db: Db, { rows, ...values }: NewImport): Promise<string> {
  return db.transaction(async (tx) => {
    const { createdBy } = values
    await tx
      .delete(peopleImports)
      .where(and(eq(peopleImports.createdBy, createdBy), eq(peopleImports.status, 'draft')))
    const [made] = await tx.insert(peopleImports).values(values).returning({ id: peopleImports.id })
    if (!made) throw new Error('no import was stored')
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH).map((row) => ({ importId: made.id, ...row }))
      await tx.insert(peopleImportRows).values(batch)
    }
    return made.id
  })
}

const NO_COUNTS = Object.fromEntries(ImportResult.options.map((result) => [result, 0])) as Record<
  ImportResult,
  number
>

async function toImport(db: Db, row: ImportFacts): Promise<PeopleImport> {
  const sample = await db
    .select({ cells: peopleImportRows.cells })
    .from(peopleImportRows)
    .where(eq(peopleImportRows.importId, row.id))
    .orderBy(asc(peopleImportRows.line))
    .limit(SAMPLE)
  const sums = await db
    .select({ result: peopleImportRows.result, rows: count(), done: count(peopleImportRows.doneAt) })
    .from(peopleImportRows)
    .where(eq(peopleImportRows.importId, row.id))
    .groupBy(peopleImportRows.result)
  const known = sums.flatMap(({ result, rows }) => (result ? [[result, rows]] : []))
  const add = (field: 'rows' | 'done') => sums.reduce((sum, it) => sum + it[field], 0)
  return {
    id: row.id,
    fileName: row.fileName,
    status: row.status,
    encoding: row.encoding,
    separator: row.separator,
    header: row.header,
    sample: sample.map(({ cells }) => cells),
    columns: row.columns,
    defaultPlanId: row.defaultPlanId,
    defaultUntil: row.defaultUntil,
    sendsMail: row.sendsMail,
    isPrepared: sums.every(({ result }) => result !== null),
    rows: add('rows'),
    done: add('done'),
    counts: { ...NO_COUNTS, ...Object.fromEntries(known) },
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    startedByName: row.startedByName,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

/** The newest imports, drafts of other administrators aside. */
export async function listImports(db: Db, { userId }: { userId: string }): Promise<PeopleImport[]> {
  const rows = await db
    .select()
    .from(peopleImports)
    .where(sql`${peopleImports.status} <> 'draft' or ${peopleImports.createdBy} = ${userId}`)
    .orderBy(desc(peopleImports.createdAt), desc(peopleImports.id))
    .limit(LISTED)
  return Promise.all(rows.map((row) => toImport(db, row)))
}

const noImport = () => new AppError('NOT_FOUND', 'Não encontramos essa importação.')

/** @throws {AppError} NOT_FOUND */
export async function getImport(db: Db, { importId }: { importId: string }): Promise<PeopleImport> {
  const [row] = await db.select().from(peopleImports).where(eq(peopleImports.id, importId))
  if (!row) throw noImport()
  return toImport(db, row)
}

/** The draft, locked until the transaction ends. @throws {AppError} NOT_FOUND; CONFLICT once it has started. */
export async function lockDraft(tx: Db, { importId }: { importId: string }): Promise<ImportFacts> {
  const [row] = await tx.select().from(peopleImports).where(eq(peopleImports.id, importId)).for('update')
  if (!row) throw noImport()
  if (row.status !== 'draft') throw new AppError('CONFLICT', 'Esta importação já começou.')
  return row
}

type Choices = Pick<ImportFacts, 'columns' | 'defaultPlanId' | 'defaultUntil' | 'sendsMail'>

export async function storeChoices(tx: Db, { importId, ...choices }: Choices & { importId: string }) {
  await tx.update(peopleImports).set(choices).where(eq(peopleImports.id, importId))
}

/** Rows in order, in batches; each is read once the one before was used. */
export async function* rowBatches(db: Db, { importId }: { importId: string }) {
  let last = 0
  for (;;) {
    const rows = await db
      .select({ line: peopleImportRows.line, cells: peopleImportRows.cells })
      .from(peopleImportRows)
      .where(and(eq(peopleImportRows.importId, importId), sql`${peopleImportRows.line} > ${last}`))
      .orderBy(asc(peopleImportRows.line))
      .limit(BATCH)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)?.line ?? last
  }
}

export type PlannedRow = {
  line: number
  email: string
  name: string
  planId: string | null
  planUntil: string | null
  result: ImportResult
  problem: string | null
}

/** Stores what happens to rows; `isDone` also marks them as done. */
export async function storePlanned(
  tx: Db,
  { importId, rows, isDone }: { importId: string; rows: PlannedRow[]; isDone: boolean },
): Promise<void> {
  await tx.execute(sql`
    update people_import_rows as it
    set email = new.email, name = new.name, plan_id = new.plan_id, plan_until = new.plan_until,
      result = new.result, problem = new.problem${isDone ? sql`, done_at = now()` : sql``}
    from jsonb_to_recordset(${JSON.stringify(rows.map(toColumns))}::jsonb) as new (
      line int, email text, name text, plan_id uuid, plan_until date, result text, problem text)
    where it.import_id = ${importId} and it.line = new.line`)
}

const toColumns = ({ planId, planUntil, ...row }: PlannedRow) => ({
  ...row,
  plan_id: planId,
  plan_until: planUntil,
})

/** A page of rows in the order of the file. */
export async function listRows(
  db: Db,
  { importId, result, cursor, limit }: ImportRowsQuery & { importId: string },
): Promise<ImportRowsPage> {
  await getImport(db, { importId })
  const after = decodeCursor(cursor, z.int()) ?? 0
  const rows = await db
    .select({ row: peopleImportRows, planName: plans.displayName })
    .from(peopleImportRows)
    .leftJoin(plans, eq(plans.id, peopleImportRows.planId))
    .where(
      and(
        eq(peopleImportRows.importId, importId),
        sql`${peopleImportRows.line} > ${after}`,
        isNotNull(peopleImportRows.result),
        result && eq(peopleImportRows.result, result),
      ),
    )
    .orderBy(asc(peopleImportRows.line))
    .limit(limit + 1)
  return toPage(rows, limit, toRow, ({ row }) => row.line)
}

const toRow = ({
  row,
  planName,
}: {
  row: typeof peopleImportRows.$inferSelect
  planName: string | null
}): ImportRow => ({
  line: row.line,
  email: row.email ?? '',
  name: row.name ?? '',
  planName,
  planUntil: row.planUntil,
  result: row.result as ImportResult,
  problem: row.problem,
  isDone: row.doneAt !== null && row.result !== 'error',
})

const BUSY_TEXT = 'Outra importação está em andamento. Espere ela terminar, ou cancele.'

/** Starts a draft; rows with an error count as done. @throws {AppError} CONFLICT while another one runs. */
export async function beginImport(
  tx: Db,
  { importId, actor }: { importId: string; actor: { id: string; name: string } },
): Promise<void> {
  await tx
    .update(peopleImports)
    .set({ status: 'running', startedAt: sql`now()`, startedBy: actor.id, startedByName: actor.name })
    .where(eq(peopleImports.id, importId))
    .catch((error) => {
      throw constraintOf(error) === 'people_imports_running_key' ? new AppError('CONFLICT', BUSY_TEXT) : error
    })
  await tx
    .update(peopleImportRows)
    .set({ doneAt: sql`now()` })
    .where(and(eq(peopleImportRows.importId, importId), eq(peopleImportRows.result, 'error')))
}

/** Ends a draft or a running import; its finished rows stay. False for one that has ended. */
export async function cancelImport(tx: Db, { importId }: { importId: string }): Promise<boolean> {
  const rows = await tx
    .update(peopleImports)
    .set({ status: 'canceled', endedAt: sql`now()` })
    .where(and(eq(peopleImports.id, importId), inArray(peopleImports.status, ['draft', 'running'])))
    .returning({ id: peopleImports.id })
  return rows.length > 0
}

export async function isImportRunning(db: Db): Promise<boolean> {
  return (await db.$count(peopleImports, eq(peopleImports.status, 'running'))) > 0
}

/** The running import, locked until the transaction ends; undefined also while another instance works on it. */
export async function lockRunning(tx: Db): Promise<ImportFacts | undefined> {
  const [row] = await tx
    .select()
    .from(peopleImports)
    .where(eq(peopleImports.status, 'running'))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** The next rows that are not done. */
export async function readPending(
  tx: Db,
  { importId, limit }: { importId: string; limit: number },
): Promise<PlannedRow[]> {
  const rows = await tx
    .select()
    .from(peopleImportRows)
    .where(and(eq(peopleImportRows.importId, importId), isNull(peopleImportRows.doneAt)))
    .orderBy(asc(peopleImportRows.line))
    .limit(limit)
  return rows.map(({ line, email, name, planId, planUntil, result, problem }) => ({
    ...{ line, planId, planUntil, problem },
    email: email ?? '',
    name: name ?? '',
    result: result as ImportResult,
  }))
}

export async function endImport(tx: Db, { importId }: { importId: string }): Promise<void> {
  await tx
    .update(peopleImports)
    .set({ status: 'done', endedAt: sql`now()` })
    .where(eq(peopleImports.id, importId))
}

/** Deletes an account's address from the rows of imports, with the account. */
export async function forgetImportedRows(tx: Db, { userId }: { userId: string }): Promise<void> {
  const own = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.delete(peopleImportRows).where(inArray(peopleImportRows.email, own))
}

/** Deletes imports with their rows a month after they arrived. */
export async function purgeImports(db: Db): Promise<void> {
  await db
    .delete(peopleImports)
    .where(
      and(
        lt(peopleImports.createdAt, sql`now() - interval '30 days'`),
        sql`${peopleImports.status} <> 'running'`,
      ),
    )
}
