import { describe, expect, it } from 'vitest'
import { bodyOf, REPLY_ID, responseOf, sse } from '#client/testing/reply-streams.ts'
import { type FollowOptions, followReply } from './follow-reply.ts'
import { ReplyBuffer } from './reply-buffer.ts'

const SOURCE = 'Olá 👩‍⚕️! Vender é ouvir. 日本 🎬 fim.'
const encode = (text: string) => new TextEncoder().encode(text)

/** The server's answer to "after n": the rest as one token, and the end. */
const tailFrom = (after: number | null) => {
  const start = after ?? 0
  const token = SOURCE.slice(start)
  return responseOf(
    `id: ${SOURCE.length}\nevent: token\ndata: ${JSON.stringify({ token, timestamp: '2026-01-01T00:00:00.000Z' })}\n\n` +
      sse([SOURCE]).slice(sse([SOURCE], null).length),
  )
}

function setUp(overrides: Partial<FollowOptions>) {
  const text = new ReplyBuffer()
  const waits: number[] = []
  const asked: (number | null)[] = []
  const leaving = new AbortController()
  const options: FollowOptions = {
    text,
    signal: leaving.signal,
    reopen: async (after) => tailFrom(after),
    isOver: async () => true,
    isTransient: () => true,
    onText: () => undefined,
    onConnection: () => undefined,
    wait: async (ms) => void waits.push(ms),
    ...overrides,
  }
  const { reopen } = options
  options.reopen = (after, signal) => {
    asked.push(after)
    return reopen(after, signal)
  }
  return { text, waits, asked, leaving, run: () => followReply(options) }
}

describe('followReply', () => {
  it('gives the exact text however often and wherever the connection breaks', async () => {
    const pieces = [...SOURCE]
    const bytes = encode(sse(pieces))
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      const first = responseOf(bodyOf([bytes.slice(0, cut)], { breaks: true }))
      const { text, run, asked } = setUp({ first })
      expect(await run()).toMatchObject({ type: 'done' })
      expect(text.value).toBe(SOURCE)
      expect(asked.every((after) => after === null || SOURCE.startsWith(SOURCE.slice(0, after)))).toBe(true)
    }
  })

  it('adds repeated text once', async () => {
    const { text, run } = setUp({
      first: responseOf(sse([SOURCE.slice(0, 12)], null)),
      reopen: async () => responseOf(sse([SOURCE.slice(0, 5), SOURCE.slice(5)])),
    })
    await run()
    expect(text.value).toBe(SOURCE)
  })

  it('reconnects when text is missing', async () => {
    const gap = `id: 9\nevent: token\ndata: {"token":"fim","timestamp":"2026-01-01T00:00:00.000Z"}\n\n`
    const { text, run, asked } = setUp({ first: responseOf(sse(['Olá'], null) + gap) })
    await run()
    expect(text.value).toBe(SOURCE)
    expect(asked).toEqual([3])
  })

  it('waits 0.5 s, doubling to 8 s, reset by data', async () => {
    let attempt = 0
    const { run, waits } = setUp({
      reopen: async (after) => {
        attempt += 1
        if (attempt === 7) return responseOf(sse(['Olá'], null))
        if (attempt < 9) throw new Error('offline')
        return tailFrom(after)
      },
    })
    await run()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 500, 1000])
  })

  it('is gone when nothing runs, and waits for a takeover', async () => {
    const answers = [false, false, true]
    const { run, waits } = setUp({
      reopen: async () => new Response(null, { status: 204 }),
      isOver: async () => answers.shift() ?? true,
    })
    expect(await run()).toEqual({ type: 'gone' })
    expect(waits).toEqual([500, 1000])
  })

  it('is gone at once after a permanent error', async () => {
    const { run, waits } = setUp({
      reopen: async () => {
        throw new Error('404')
      },
      isTransient: () => false,
    })
    expect(await run()).toEqual({ type: 'gone' })
    expect(waits).toEqual([])
  })

  it('leaves on abort', async () => {
    const { run, leaving } = setUp({ first: responseOf(new ReadableStream<Uint8Array>()) })
    const following = run()
    leaving.abort()
    expect(await following).toEqual({ type: 'left' })
  })

  it('drops the text after a takeover and reads the new attempt from its beginning', async () => {
    const other = 'Outro texto, do zero. 🎬'
    const { text, run, asked } = setUp({
      first: responseOf(sse(['Olá, eu ia diz'], null)),
      reopen: async (after) => responseOf(after === null ? sse([other]) : sse([], null), REPLY_ID, 2),
    })
    expect(await run()).toMatchObject({ type: 'done' })
    expect(asked).toEqual([14, null])
    expect(text.value).toBe(other)
  })

  it('keeps the text of the same attempt over several connections', async () => {
    const answers = [
      responseOf(sse([SOURCE.slice(0, 3), SOURCE.slice(3, 9)], null), REPLY_ID, 2),
      responseOf(sse([SOURCE.slice(0, 9), SOURCE.slice(9)]), REPLY_ID, 2),
    ]
    const { text, run, asked } = setUp({
      first: responseOf(sse(['Olá'], null), REPLY_ID, 2),
      reopen: async () => answers.shift() ?? tailFrom(null),
    })
    await run()
    expect(asked).toEqual([3, 9])
    expect(text.value).toBe(SOURCE)
  })
})
