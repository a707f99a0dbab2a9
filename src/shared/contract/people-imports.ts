import { z } from 'zod'
import { PEOPLE_LIMITS } from '../limits-people.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'
import { PlanGift } from './users.ts'

/**
 * The effect of a row. `invite`: a new address. `confirm`: its account must confirm the address first. `invited`,
 * `account`: as the file says already. `change-invitation`, `change-plan`: another plan or end.
 */
export const ImportResult = z.enum(
  ['invite', 'confirm', 'invited', 'change-invitation', 'account', 'change-plan', 'error'],
  'Resultado inválido',
)
export type ImportResult = z.infer<typeof ImportResult>

const place = z
  .int('Coluna inválida')
  .min(0, 'Coluna inválida')
  .max(PEOPLE_LIMITS.importColumns - 1, 'Coluna inválida')

/** Places of the columns, from 0; null for a column that the file does not have. */
export const ImportColumns = z.strictObject({
  email: place,
  name: z.nullable(place),
  plan: z.nullable(place),
  end: z.nullable(place),
})
export type ImportColumns = z.infer<typeof ImportColumns>

/** A spreadsheet of people with what happens, or happened, to its rows. */
export const PeopleImport = z.object({
  id: Id,
  fileName: z.string(),
  /** `draft`: nothing has happened yet. */
  status: z.enum(['draft', 'running', 'done', 'canceled']),
  encoding: z.string(),
  separator: z.string(),
  /** Names of the columns. */
  header: z.array(z.string()),
  /** The first rows as the file has them. */
  sample: z.array(z.array(z.string())),
  columns: ImportColumns,
  defaultPlanId: z.nullable(Id),
  defaultUntil: z.string().nullable(),
  sendsMail: z.boolean(),
  /** Whether the columns are confirmed, so that each row has a result. */
  isPrepared: z.boolean(),
  rows: z.int(),
  done: z.int(),
  /** Rows by result. */
  counts: z.record(ImportResult, z.int()),
  createdAt: Timestamp,
  startedAt: z.nullable(Timestamp),
  startedByName: z.string().nullable(),
  endedAt: z.nullable(Timestamp),
})
export type PeopleImport = z.infer<typeof PeopleImport>

/** The newest imports. */
export const PeopleImports = z.array(PeopleImport)
export type PeopleImports = z.infer<typeof PeopleImports>

export const ImportParams = z.object({ importId: Id })

/** The columns, and the plan of rows without one. */
export const PrepareImport = z
  .strictObject({
    columns: ImportColumns,
    defaultPlanId: PlanGift.shape.planId,
    defaultUntil: PlanGift.shape.planUntil,
    sendsMail: z.boolean().default(true),
  })
  .refine((body) => body.defaultUntil == null || body.defaultPlanId != null, {
    path: ['defaultUntil'],
    error: 'Escolha o plano que vale até esta data',
  })
export type PrepareImport = z.infer<typeof PrepareImport>

export const ImportRowsQuery = PageQuery.extend({ result: ImportResult.optional() })
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>

export const ImportRow = z.object({
  /** Line of the file where the row begins. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  planName: z.string().nullable(),
  planUntil: z.string().nullable(),
  result: ImportResult,
  problem: z.string().nullable(),
  isDone: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRowsPage = pageOf(ImportRow)
export type ImportRowsPage = z.infer<typeof ImportRowsPage>
