import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEventLimit } from './event-limit.ts'

const MAX = 64

/** A simple reference count: the whole text, blank line by blank line. */
function isWithin(text: string): boolean {
  const events = text.split(/(?<=^\r?\n|\n\r?\n)/)
  return events.every((event) => Buffer.byteLength(event) <= MAX)
}

/** Whether these chunks pass. */
function passes(chunks: Uint8Array[]): boolean {
  const check = createEventLimit(MAX)
  try {
    for (const chunk of chunks) check(chunk)
    return true
  } catch {
    return false
  }
}

const line = fc.oneof(
  fc.constantFrom('', 'data: x', 'é', 'x', '\r'),
  fc.nat(80).map((count) => 'x'.repeat(count)),
)
const end = fc.constantFrom('\n', '\r\n')
const body = fc
  .array(fc.tuple(line, end), { maxLength: 12 })
  .map((lines) => Buffer.from(lines.flat().join('')))

it('F8 refuses events that are too long, of one line or several, for any split', () => {
  const property = fc.property(body, fc.array(fc.nat(40), { maxLength: 30 }), (bytes, sizes) => {
    const chunks: Buffer[] = []
    let at = 0
    for (const size of sizes) {
      chunks.push(bytes.subarray(at, at + size))
      at += size
    }
    chunks.push(bytes.subarray(at))
    expect(passes(chunks)).toBe(isWithin(bytes.toString()))
  })
  fc.assert(property, { numRuns: 5_000 })
})

it('F8 has no limit on the number of normal events', () => {
  const event = Buffer.from('data: {"choices":[]}\n\n')
  expect(passes(Array<Buffer>(100_000).fill(event))).toBe(true)
  expect(passes(Array<Buffer>(3).fill(Buffer.from('data: x\n'.repeat(3))))).toBe(false)
})
