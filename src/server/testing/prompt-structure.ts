import type { RecordedRequest } from './doubles/provider/provider-double.ts'

type Turn = { role: string; content: string }

/** A Chat Completions request: its instructions, and the turns. */
export function askedOf(request: RecordedRequest | undefined): { system: string; turns: Turn[] } {
  const [system, ...turns]: Turn[] = Object(request?.body).messages ?? []
  if (system?.role !== 'system') throw new Error('no instructions')
  return { system: system.content, turns }
}

/** A data block of a prompt. */
export const block = (content: unknown): string => `<dados>\n${JSON.stringify(content)}\n</dados>`

/** Any line ending that a model may recognise. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/**
 * Parses a prompt by lines alone, independently of the code that builds it: the data of its blocks, and its
 * instructions with a placeholder for each block.
 * @throws if a block is not one line of JSON without tags.
 */
export function takeApart(system: string): { instructions: string[]; data: unknown[] } {
  const instructions: string[] = []
  const data: unknown[] = []
  const lines = system.split(LINE_END)
  for (let index = 0; index < lines.length; index += 1) {
    if (lines[index] !== '<dados>') {
      instructions.push(lines[index] ?? '')
      continue
    }
    if (lines[index + 2] !== '</dados>') throw new Error(`a block is not closed: ${lines[index + 1]}`)
    const line = lines[index + 1] ?? ''
    if (line.includes('<')) throw new Error(`a tag may begin inside of a block: ${line}`)
    data.push(JSON.parse(line))
    instructions.push('(dados)')
    index += 2
  }
  return { instructions, data }
}
