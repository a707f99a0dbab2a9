import type { PeopleImport, PrepareImport } from '#shared/contract/people-imports.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import type { Deps } from '../../deps.ts'
import type { SentFile } from '../../files/arriving.ts'
import { cleanName } from '../../files/file-name.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { listPlanNames } from '../plans/plan-names.queries.ts'
import { decodeCsv, parseCsv, separatorOf } from './csv-text.ts'
import { readTable } from './guess-columns.ts'
import {
  beginImport,
  cancelImport,
  createImport,
  getImport,
  lockDraft,
  type PlannedRow,
  rowBatches,
  storeChoices,
  storePlanned,
} from './people-imports.queries.ts'
import { planRows } from './plan-rows.ts'
import { type Reading, type ReadRow, readRow } from './read-row.ts'

const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/** Stores a CSV file as a draft with guessed columns. @throws {AppError} VALIDATION_ERROR for any other file. */
export async function receiveImport(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  { origin, file }: { origin: AuditOrigin; file: SentFile },
): Promise<PeopleImport> {
  const { text, encoding } = decodeCsv(file.bytes)
  const separator = separatorOf(text)
  const { header, columns, rows } = readTable(parseCsv(text, separator))
  if (rows.length === 0) throw refused('file', 'O arquivo não tem nenhuma linha com uma pessoa.')
  if (rows.length > PEOPLE_LIMITS.importRows) {
    throw refused(
      'file',
      `O arquivo passa de ${PEOPLE_LIMITS.importRows} linhas. Divida em arquivos menores.`,
    )
  }
  const kept = { fileName: cleanName(file.name), encoding, separator, header, columns, rows }
  const importId = await auth.admin.atomically(async (tx) => {
    const id = await createImport(tx, { ...kept, createdBy: origin.actor.id })
    const entity = { type: 'people-import', id, name: kept.fileName } as const
    await auth.admin.audit({ origin, action: 'people-import.create', entity, details: { rows: rows.length } })
    return id
  })
  return getImport(db, { importId })
}

type By = { importId: string; origin: AuditOrigin }

/**
 * Confirms the columns, and plans what happens to each row. May be repeated until the import starts.
 * @throws {AppError} NOT_FOUND; CONFLICT once it has started; VALIDATION_ERROR for an unknown column or plan.
 */
export async function prepareImport(
  { auth, db }: Pick<Deps, 'auth' | 'db'>,
  { importId, origin, ...chosen }: PrepareImport & By,
): Promise<PeopleImport> {
  const { columns, sendsMail } = chosen
  const plans = await listPlanNames(db)
  const defaultPlanId = chosen.defaultPlanId === FREE_PLAN_ID ? null : (chosen.defaultPlanId ?? null)
  const defaultUntil = defaultPlanId ? (chosen.defaultUntil ?? null) : null
  if (defaultPlanId && !plans.some(({ id }) => id === defaultPlanId)) {
    throw refused('defaultPlanId', 'Plano não encontrado')
  }
  await auth.admin.atomically(async (tx) => {
    const { fileName, header } = await lockDraft(tx, { importId })
    const places = Object.values(columns).filter((place) => place !== null)
    if (places.some((place) => place >= header.length))
      throw refused('columns', 'O arquivo não tem essa coluna')
    if (new Set(places).size < places.length) throw refused('columns', 'Uma coluna foi escolhida duas vezes')
    await storeChoices(tx, { importId, columns, defaultPlanId, defaultUntil, sendsMail })
    const reading: Reading = { columns, plans, defaultPlanId, defaultUntil }
    const firstLines = new Map<string, number>()
    for await (const batch of rowBatches(tx, { importId })) {
      const read = batch.map(({ line, cells }) => ({
        line,
        ...withoutRepeats(readRow(cells, reading), line, firstLines),
      }))
      const planned = await planRows(tx, read)
      const rows = read.map(
        (row): PlannedRow => ({ ...row, result: row.problem ? 'error' : planned(row).result }),
      )
      await storePlanned(tx, { importId, rows, isDone: false })
    }
    const entity = { type: 'people-import', id: importId, name: fileName } as const
    await auth.admin.audit({ origin, action: 'people-import.prepare', entity })
  })
  return getImport(db, { importId })
}

/** Of several rows with one address the first counts. */
function withoutRepeats(row: ReadRow, line: number, firstLines: Map<string, number>): ReadRow {
  if (row.problem) return row
  const first = firstLines.get(row.email)
  if (first === undefined) firstLines.set(row.email, line)
  return first === undefined ? row : { ...row, problem: `Este e-mail já está na linha ${first}: vale aquela` }
}

/**
 * Starts a prepared import; a job of any instance works it.
 * @throws {AppError} NOT_FOUND; CONFLICT if it has started, is not prepared, or while another one runs.
 */
export function startImport({ auth, db }: Pick<Deps, 'auth' | 'db'>, { importId, origin }: By) {
  return auth.admin
    .atomically(async (tx) => {
      await lockDraft(tx, { importId })
      const { isPrepared, fileName, rows, counts } = await getImport(tx, { importId })
      if (!isPrepared) throw new AppError('CONFLICT', 'Confira as colunas antes de importar.')
      await beginImport(tx, { importId, actor: origin.actor })
      const entity = { type: 'people-import', id: importId, name: fileName } as const
      await auth.admin.audit({ origin, action: 'people-import.start', entity, details: { rows, ...counts } })
    })
    .then(() => getImport(db, { importId }))
}

/** Cancels a draft or a running import. @throws {AppError} NOT_FOUND; CONFLICT once it has ended. */
export function stopImport({ auth, db }: Pick<Deps, 'auth' | 'db'>, { importId, origin }: By) {
  return auth.admin
    .atomically(async (tx) => {
      const { fileName, done, rows } = await getImport(tx, { importId })
      if (!(await cancelImport(tx, { importId }))) {
        throw new AppError('CONFLICT', 'Esta importação já terminou.')
      }
      const entity = { type: 'people-import', id: importId, name: fileName } as const
      await auth.admin.audit({ origin, action: 'people-import.cancel', entity, details: { done, rows } })
    })
    .then(() => getImport(db, { importId }))
}
