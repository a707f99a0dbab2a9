import { CsvError, parse } from 'csv-parse/sync'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { AppError } from '../../http/errors.ts'

export type CsvRecord = {
  /** Line of the text where the record begins, from 1. */
  line: number
  cells: string[]
}

const refusal = (text: string) => new AppError('VALIDATION_ERROR', text, { details: { file: text } })

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)

/**
 * The text of a CSV file: UTF-8 with or without a byte order mark, UTF-16 with one, else Windows-1252, which
 * Excel writes in Brazil. @throws {AppError} VALIDATION_ERROR for a spreadsheet's own format and binary data.
 */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: string } {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw refusal(
      'Este arquivo é uma planilha. No programa em que ela foi feita, salve como CSV e envie o CSV.',
    )
  }
  const [text, encoding] = decoded(bytes)
  if (text.includes('\u0000')) throw refusal('O arquivo tem dados que não são texto. Envie um arquivo CSV.')
  return { text, encoding }
}

function decoded(bytes: Uint8Array): [text: string, encoding: string] {
  if (startsWith(bytes, 0xff, 0xfe)) return [new TextDecoder('utf-16le').decode(bytes), 'UTF-16']
  if (startsWith(bytes, 0xfe, 0xff)) return [new TextDecoder('utf-16be').decode(bytes), 'UTF-16']
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'UTF-8']
  } catch {
    return [new TextDecoder('windows-1252').decode(bytes), 'Windows-1252']
  }
}

export const SEPARATORS = [';', ',', '\t'] as const
export type Separator = (typeof SEPARATORS)[number]

/** Excel's own line before the header. */
const STATED = /^sep=([;,\t])\r?\n/

/** The separator that cuts the first line into most cells; the semicolon when there is none. */
export function separatorOf(text: string): Separator {
  const stated = STATED.exec(text)?.[1]
  if (stated) return stated as Separator
  const [line = ''] = text.slice(0, PEOPLE_LIMITS.importCellLength * 4).split(/[\r\n]/, 1)
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (separator: Separator) => bare.split(separator).length
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

const BREAK = /\n/g

/**
 * The records of a CSV text with any line ends, without empty ones; their cells have `\n` as line end and no space
 * around them. A quote inside a plain cell is a character.
 * @throws {AppError} VALIDATION_ERROR, with the line, for an open quote and above the limits of rows, columns and
 * the length of a cell.
 */
export function parseCsv(text: string, separator: Separator): CsvRecord[] {
  const read = readRecords(text.replace(STATED, '\n').replace(/\r\n?/g, '\n'), separator)
  // One more, for the header.
  if (read.length > PEOPLE_LIMITS.importRows + 1) {
    throw refusal(`O arquivo passa de ${PEOPLE_LIMITS.importRows} linhas. Divida em arquivos menores.`)
  }
  return read.map(({ record, lastLine }) => {
    const breaks = record.reduce((sum, cell) => sum + (cell.match(BREAK)?.length ?? 0), 0)
    const line = lastLine - breaks
    if (record.length > PEOPLE_LIMITS.importColumns) {
      throw refusal(`A linha ${line} passa de ${PEOPLE_LIMITS.importColumns} colunas.`)
    }
    if (record.some((cell) => cell.length > PEOPLE_LIMITS.importCellLength)) throw tooLong(line)
    return { line, cells: record.map((cell) => cell.trim()) }
  })
}

const tooLong = (line: number) =>
  refusal(`A linha ${line} tem um texto longo demais. Confira as aspas e o separador do arquivo.`)

/** At most two records above the limit of rows. */
function readRecords(text: string, delimiter: Separator) {
  const read: { record: string[]; lastLine: number }[] = []
  try {
    parse(text, {
      delimiter,
      recordDelimiter: '\n',
      relaxColumnCount: true,
      relaxQuotes: true,
      skipRecordsWithEmptyValues: true,
      maxRecordSize: PEOPLE_LIMITS.importColumns * PEOPLE_LIMITS.importCellLength,
      to: PEOPLE_LIMITS.importRows + 2,
      onRecord: (record: string[], { lines }) => {
        read.push({ record, lastLine: lines })
      },
    })
    return read
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines)
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line)
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw refusal(`As aspas abertas na linha ${line} não fecham.`)
    throw error
  }
}
