import { parse } from 'csv-parse/sync'
import type { Block } from './block.ts'

const SEPARATORS = [';', ',', '\t']

/** The records of a table, each with the names of its columns, so that it is understood alone. */
export function csvBlocks(text: string): Block[] {
  const [first = ''] = text.split('\n', 1)
  const cells = (separator: string) => first.split(separator).length
  const delimiter = SEPARATORS.reduce((best, next) => (cells(next) > cells(best) ? next : best))
  const [header = [], ...records] = parse(text, {
    delimiter,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  if (records.length === 0) return [{ text: header.join(' · '), isRow: true }]
  return records.flatMap((record) => {
    const named = record.flatMap((cell, at) => {
      const value = cell.replace(/\s+/g, ' ')
      return value === '' ? [] : [header[at] ? `${header[at]}: ${value}` : value]
    })
    return named.length === 0 ? [] : [{ text: named.join(' · '), isRow: true as const }]
  })
}
