import { SignUp } from '#shared/contract/auth.ts'
import type { ImportColumns } from '#shared/contract/people-imports.ts'
import { PlanGift } from '#shared/contract/users.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { plainName } from './guess-columns.ts'

export type Plan = { id: string; name: string; displayName: string; isArchived: boolean }

/** A readable row: the address, and the plan with its last day, null for none and for no end. */
export type ReadRow = {
  email: string
  name: string
  planId: string | null
  planUntil: string | null
  problem: string | null
}

export type Reading = {
  columns: ImportColumns
  plans: Plan[]
  defaultPlanId: string | null
  defaultUntil: string | null
}

const { email: Email, name: Name } = SignUp.shape
const { planUntil: Until } = PlanGift.shape

const DATES: [RegExp, (parts: string[]) => string][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, ([, year, month, day]) => dayOf(year, month, day)],
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: .*)?$/, ([, day, month, year]) => dayOf(year, month, day)],
]
const NO_END = new Set(['', '-', 'sem fim', 'nunca', 'vitalicio', 'indeterminado'])
const NO_PLAN = new Set(['', '-', 'nenhum', 'sem plano'])

const dayOf = (year = '', month = '', day = '') =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** A last day as Brazilians and databases write it; undefined for a text that is no date. */
export function readDay(text: string): string | null | undefined {
  if (NO_END.has(plainName(text))) return null
  for (const [pattern, toDay] of DATES) {
    const parts = pattern.exec(text)
    if (parts) return toDay(parts)
  }
  return undefined
}

function findPlan(text: string, plans: Plan[]): Plan | undefined {
  const wanted = plainName(text)
  const named = plans.filter(({ id, name, displayName }) =>
    [id, plainName(name), plainName(displayName)].includes(wanted),
  )
  return named.find(({ isArchived }) => !isArchived) ?? named[0]
}

class Problem extends Error {}

const issueOf = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message ?? 'Valor inválido'

/** The meaning of a row; `problem` tells in Portuguese why there is none. Formulas are plain text. */
export function readRow(cells: readonly string[], reading: Reading): ReadRow {
  const cellAt = (place: number | null) => (place === null ? '' : (cells[place] ?? '')).normalize('NFC')
  const [email, name] = [cellAt(reading.columns.email), cellAt(reading.columns.name)]
  const row: ReadRow = { email, name, planId: null, planUntil: null, problem: null }
  try {
    const address = Email.safeParse(email)
    if (!address.success) throw new Problem(email === '' ? 'Falta o e-mail' : 'E-mail inválido')
    row.email = address.data
    const called = Name.safeParse(name === '' ? row.email.split('@')[0] : name)
    if (!called.success) throw new Problem(issueOf(called))
    row.name = called.data
    Object.assign(row, readGift(cellAt(reading.columns.plan), cellAt(reading.columns.end), reading))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    row.problem = error.message
  }
  return row
}

function readGift(planText: string, endText: string, { plans, ...defaults }: Reading) {
  const isDefault = planText === ''
  if (!isDefault && NO_PLAN.has(plainName(planText))) return NO_GIFT
  const plan = isDefault ? plans.find(({ id }) => id === defaults.defaultPlanId) : findPlan(planText, plans)
  if (!plan && !isDefault) throw new Problem(`Não há plano com o nome “${planText.slice(0, 60)}”`)
  // The free plan is what everybody has: an import gives, and takes nothing away.
  if (!plan || plan.id === FREE_PLAN_ID) return NO_GIFT
  const day = endText === '' ? defaults.defaultUntil : readDay(endText)
  if (day === undefined) throw new Problem(`Não entendemos a data “${endText.slice(0, 40)}”: use 31/12/2030`)
  const until = Until.safeParse(day)
  if (!until.success) throw new Problem(issueOf(until))
  return { planId: plan.id, planUntil: day }
}

const NO_GIFT = { planId: null, planUntil: null }
