const MAX_LINES = 2_000

const FIELD = /^ *("(?:[^"\\]|\\.)*": )/

export type PayloadLine = {
  at: number
  indent: string
  name: string
  text: string
}

export function linesOf(payload: unknown): { lines: PayloadLine[]; isCut: boolean } {
  const all = JSON.stringify(payload, undefined, 2).split('\n')
  const lines = all.slice(0, MAX_LINES).map((line, at) => {
    const start = line.search(/[^ ]/)
    const name = FIELD.exec(line)?.[1] ?? ''
    return { at, indent: line.slice(0, start), name, text: line.slice(start + name.length) }
  })
  return { lines, isCut: all.length > MAX_LINES }
}
