import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FileContent } from '../http/file-stream.ts'

export type CsvCell = string | number

/**
 * A formula character at the start of a cell for programs that split at another separator than the semicolon.
 * At the start of the value itself, the library adds the apostrophe (RELIABILITY A47).
 */
const FORMULA_LATER = /(^\s+|[,;|\t\r\n"]\s*)(?=[=+\-@＝＋－＠])/g
const escapeFormulas = (text: string) => text.replaceAll(FORMULA_LATER, "$1'")

/**
 * A table as CSV for Brazilian spreadsheets: separated by semicolons, with a UTF-8 byte order mark. Takes rows as fast
 * as the client reads.
 */
export function csvOf(headers: string[], rows: Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>): FileContent {
  const text = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    header: true,
    columns: headers,
    escape_formulas: true,
    cast: { string: escapeFormulas },
  })
  // pipeline() forwards errors in both directions.
  pipeline(Readable.from(rows), text, () => {})
  return text
}
