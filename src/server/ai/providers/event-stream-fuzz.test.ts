import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openScene, PROTOCOLS, type Protocol, read } from '../../testing/clients/model-fixture.ts'
import { createReplay, recordReply } from '../../testing/doubles/provider/recorded-reply.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { ReplyError } from '../reply.ts'

/** Maximum number of tolerated unreadable events. */
const BAD_MAX = 3
const CASES = 1_500

/** Foreign in all protocols: comments, unknown fields and events, empty events. */
const HARMLESS = [
  ': keep-alive\n\n',
  ':\r\n\r\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  'data: {"novidade":{"choices":[]}}\n\n',
  'data:\n\n',
  'id: 7\nretry: 10\n\n',
  'uma linha solta\n\n',
]

/** Events of the protocol that cannot be parsed: no JSON, truncated JSON, wrong shape. */
const BAD: Record<Protocol, string[]> = {
  chat: ['data: {"choices": [{"delta"\n\n', 'data: nada\n\n', 'data: {"choices": 5}\n\n'],
  responses: [
    'data: {"type": "response.output_text.delta"\n\n',
    'data: nada\n\n',
    'data: {"type":"response.output_text.delta","delta":5}\n\n',
  ],
  gemini: ['data: {"candidates": [\n\n', 'data: nada\n\n', 'data: {"candidates": 5}\n\n'],
}

const token = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  // With line ends, control characters and halves of surrogate pairs in separate tokens.
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('\ud83c', '\udfad', ' ', '\n', '👩‍👩‍👧‍👦', '{"__proto__": 1}', 'data: [DONE]\n\n'),
)
const tokens = fc.array(token, { maxLength: 5 })
const place = fc.nat(20)
/** Chunk sizes of the body, repeated. */
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 })

const noiseOf = (protocol: Protocol) =>
  fc.array(
    fc.record({
      place,
      bytes: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...HARMLESS) },
        { weight: 1, arbitrary: fc.constantFrom(...BAD[protocol]) },
      ),
    }),
    { maxLength: 8 },
  )

function cutInto(bytes: Buffer, chunkSizes: number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = chunkSizes[index % chunkSizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const check = <T>(property: fc.IAsyncProperty<T>, numRuns: number) => fc.assert(property, { numRuns })

describe.each(PROTOCOLS)('any stream over %s', { timeout: 120_000 }, (protocol) => {
  const replay = createReplay(protocol)
  const isBad = ({ bytes }: { bytes: string }) => BAD[protocol].includes(bytes)

  it('F8 loses no text to foreign events or up to three unreadable ones', async () => {
    const property = fc.asyncProperty(tokens, noiseOf(protocol), sizes, async (said, noise, chunkSizes) => {
      const { events } = recordReply(protocol, said)
      for (const { place, bytes } of noise) events.splice(place % (events.length + 1), 0, bytes)
      const { text, finish, usage, error } = await replay(cutInto(Buffer.from(events.join('')), chunkSizes))

      const source = said.join('')
      if (noise.filter(isBad).length > BAD_MAX) {
        expect(finish).toBeUndefined()
        expect(source.startsWith(text)).toBe(true)
      } else if (source.trim() === '') {
        expect(error).toMatchObject({ code: 'empty' })
      } else {
        expect({ text, finish, error }).toEqual({ text: source, finish: 'stop', error: undefined })
        expect(usage?.nTokens).toBe(DOUBLE_INPUT.tokens + said.length)
      }
    })
    await check(property, CASES)
  })

  it('F8 always ends, and finishes nothing without a finish marker', async () => {
    const { events, finishedAfter } = recordReply(protocol, ['Olá, ', 'Ana', '!'])
    const event = fc.constantFrom(...events.slice(0, finishedAfter - 1))
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      event.map((whole) => Buffer.from(whole)),
      fc.tuple(event, place, place).map(([whole, from, to]) => Buffer.from(whole).subarray(from, -to)),
      fc.constantFrom(...HARMLESS, ...BAD[protocol], '\r', '\n', 'data: ').map((text) => Buffer.from(text)),
    )
    const pieces = fc.array(piece, { maxLength: 12 })
    const property = fc.asyncProperty(pieces, sizes, async (body, chunkSizes) => {
      const { finish, error } = await replay(cutInto(Buffer.concat(body), chunkSizes))
      expect(finish).toBeUndefined()
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ReplyError)
    })
    await check(property, CASES)
  })

  it('F8 reads the same text over a real connection', async () => {
    await using scene = await openScene(protocol)
    const words = fc.array(fc.constantFrom('Olá ', '👩‍👩‍👧 ', 'coração ', '日本 ', 'fim'), { minLength: 3 })
    const split = fc.integer({ min: 1, max: 50 })
    const property = fc.asyncProperty(words, noiseOf(protocol), split, async (said, noise, splitBytes) => {
      const bytes = noise.map((one) => one.bytes).join('')
      scene.double.script({ kind: 'insert', after: 2, bytes, tokens: said, splitBytes, delayMs: 0 })
      const { text, finish, error } = await read(scene.model)
      if (noise.filter(isBad).length > BAD_MAX) {
        expect(error).toMatchObject({ code: 'upstream_cut' })
        expect(text).toBe(said.slice(0, 2).join(''))
      } else expect({ text, finish: finish?.reason }).toEqual({ text: said.join(''), finish: 'stop' })
    })
    await check(property, 12)
  })
})
