import { describe, expect, it } from 'vitest'
import { PROTOCOLS } from '../../testing/clients/model-fixture.ts'
import { createReplay, type Replayed, recordReply } from '../../testing/doubles/provider/recorded-reply.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'

/**
 * Accents, surrogate pairs, a family emoji of five code points, CJK, and characters special to lines and
 * JSON.
 */
const TOKENS = ['Ação 🎭👩‍👩‍👧', ' 日本語\u2028"fim"\r\n']
const TEXT = TOKENS.join('')

/** The bytes, split at `first` and then every `step` bytes. */
function cutEvery(bytes: Buffer, step: number, first: number): Buffer[] {
  const chunks = [bytes.subarray(0, first)]
  for (let at = first; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step))
  return chunks
}

describe.each(PROTOCOLS)('a recorded reply over %s', { timeout: 120_000 }, (protocol) => {
  const replay = createReplay(protocol)
  const { events, finishedAfter } = recordReply(protocol, TOKENS)
  const bytes = Buffer.from(events.join(''))
  const finishedAt = Buffer.byteLength(events.slice(0, finishedAfter).join(''))
  const isExact = ({ text, finish, usage }: Replayed) =>
    text === TEXT && finish === 'stop' && usage?.nTokens === DOUBLE_INPUT.tokens + TOKENS.length

  // Two steps: each position is split alone within its event, and together with others.
  it.each([31, 499])('F9 is exact when events are split at any byte, every %i bytes', async (step) => {
    for (let first = 1; first <= step; first += 1) {
      expect(await replay(cutEvery(bytes, step, first)), `${first}`).toSatisfy(isExact)
    }
  })

  it('F10 is exact byte by byte, without replacement characters', async () => {
    const replayed = await replay(cutEvery(bytes, 1, 1))

    expect(replayed).toSatisfy(isExact)
    expect(replayed.text).not.toContain('\ufffd')
  })

  it('F6 only its finish marker finishes it, wherever the body ends', async () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const { text, finish, error } = await replay([bytes.subarray(0, at)])
      const isComplete = at >= finishedAt
      expect({ at, finish, hasFailed: error !== undefined }).toEqual({
        at,
        finish: isComplete ? 'stop' : undefined,
        hasFailed: !isComplete,
      })
      expect(isComplete ? text === TEXT : TEXT.startsWith(text), `${at}`).toBe(true)
    }
  })

  it('F6 is not finished when the connection breaks, at any byte', async () => {
    for (let at = 0; at < bytes.length; at += 13) {
      const { text, finish, error } = await replay([bytes.subarray(0, at), new TypeError('terminated')])
      expect({ at, finish, hasFailed: error !== undefined }).toEqual({
        at,
        finish: undefined,
        hasFailed: true,
      })
      expect(TEXT.startsWith(text), `${at}`).toBe(true)
    }
  })
})
