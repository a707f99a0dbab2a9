import type { RecordedRequest } from './doubles/provider/provider-double.ts'

type Turn = { role: string; content: string }

/** What a model was asked by Chat Completions: its instructions, and the conversation. */
export function askedOf(request: RecordedRequest | undefined): { system: string; turns: Turn[] } {
  const [system, ...turns]: Turn[] = Object(request?.body).messages ?? []
  if (system?.role !== 'system') throw new Error('no instructions')
  return { system: system.content, turns }
}

/** Data as a prompt carries it. */
export const block = (content: unknown): string => `<dados>\n${JSON.stringify(content)}\n</dados>`

/** Whatever anybody may take for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/**
 * A prompt taken apart by its lines alone, as somebody would who knows nothing of how it was made: the data of its blocks,
 * and its instructions with a mark in the place of each.
 * @throws where a block is not one line of JSON, in which no tag begins, between its own.
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
