/** How long a payload is shown; what goes beyond is no payment's event. */
const MAX_LINES = 2_000

/** A field's name as JSON writes it, in front of its value; no value looks like one, since its quotes are escaped. */
const FIELD = /^ *("(?:[^"\\]|\\.)*": )/

export type PayloadLine = {
  /** Its place among the others, from 0. */
  at: number
  indent: string
  /** The name of the field with its colon; empty where there is none. */
  name: string
  text: string
}

/** What came as the lines in which it is read, and whether there is more than is shown. */
export function linesOf(payload: unknown): { lines: PayloadLine[]; isCut: boolean } {
  const all = JSON.stringify(payload, undefined, 2).split('\n')
  const lines = all.slice(0, MAX_LINES).map((line, at) => {
    const start = line.search(/[^ ]/)
    const name = FIELD.exec(line)?.[1] ?? ''
    return { at, indent: line.slice(0, start), name, text: line.slice(start + name.length) }
  })
  return { lines, isCut: all.length > MAX_LINES }
}
