import type { ImportColumns } from '#shared/contract/people-imports.ts'
import type { CsvRecord } from './csv-text.ts'

/** Lower case without accents, for comparisons of names. */
export const plainName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()

const NAMES: [keyof ImportColumns, RegExp][] = [
  ['email', /\be-?mails?\b|^correio|^login$/],
  ['end', /\b(fim|ate|validade|vence|vencimento|expira|expiracao|termino|encerra|end)\b/],
  ['plan', /\b(plano|plan|assinatura|produto)\b/],
  ['name', /\b(nome|name|alun[oa]|cliente|pessoa)\b/],
]

const hasAddress = (cell: string | undefined) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell ?? '')
/** Rows that are looked at to find the addresses. */
const LOOKED_AT = 20

/** A first row without any address names the columns. */
const isHeader = (record: CsvRecord | undefined) => !record?.cells.some(hasAddress)

/** Names of the columns, their guessed meaning, and the rows below; `columns` may name a column that is wrong. */
export function readTable(records: CsvRecord[]): {
  header: string[]
  columns: ImportColumns
  rows: CsvRecord[]
} {
  const [first] = records
  const named = isHeader(first)
  const rows = named ? records.slice(1) : records
  const width = Math.max(0, ...records.slice(0, LOOKED_AT).map(({ cells }) => cells.length))
  const header = Array.from(
    { length: width },
    (_none, at) => (named && first?.cells[at]) || `Coluna ${at + 1}`,
  )
  return { header, columns: guess(named ? header : [], rows.slice(0, LOOKED_AT), width), rows }
}

function guess(header: string[], rows: CsvRecord[], width: number): ImportColumns {
  const columns: ImportColumns = { email: -1, name: null, plan: null, end: null }
  const isFree = (at: number) => !Object.values(columns).includes(at)
  const addresses = Array.from(
    { length: width },
    (_none, at) => rows.filter(({ cells }) => hasAddress(cells[at])).length,
  )
  const most = addresses.indexOf(Math.max(...addresses))
  if ((addresses[most] ?? 0) > 0) columns.email = most
  for (const [field, pattern] of NAMES) {
    if (field === 'email' && columns.email !== -1) continue
    const at = header.findIndex((name, place) => isFree(place) && pattern.test(plainName(name)))
    if (at !== -1) columns[field] = at
  }
  columns.email = Math.max(0, columns.email)
  // Without names of columns: beside the addresses stands a name.
  if (header.length === 0) columns.name = [...addresses.keys()].find(isFree) ?? null
  return columns
}
