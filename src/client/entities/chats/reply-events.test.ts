import { describe, expect, it } from 'vitest'
import { bodyOf, REPLY_ID, sse } from '#client/testing/reply-streams.ts'
import { type ReplyEvent, readReplyEvents } from './reply-events.ts'

const PIECES = ['Olá', ' 👩‍⚕️, ção', '\n\nlinha "1"\n', ' 日本\u2028 fim 🎬']
const bytes = new TextEncoder().encode(`: ainda aqui\n\n${sse(PIECES)}`)

async function read(body: ReadableStream<Uint8Array>, signal = new AbortController().signal) {
  const events: ReplyEvent[] = []
  for await (const event of readReplyEvents(body, signal, () => undefined)) events.push(event)
  return events
}

const textOf = (events: ReplyEvent[]) =>
  events.map((event) => (event.type === 'token' ? event.token : '')).join('')

describe('readReplyEvents', () => {
  it('reads the same events wherever the bytes are cut in two', async () => {
    const whole = await read(bodyOf([bytes]))
    expect(textOf(whole)).toBe(PIECES.join(''))
    expect(whole.at(-1)).toEqual({ type: 'done', messageId: REPLY_ID, status: 'done' })
    for (let cut = 1; cut < bytes.length; cut += 1) {
      expect(await read(bodyOf([bytes.slice(0, cut), bytes.slice(cut)]))).toEqual(whole)
    }
  })

  it('reads one byte at a time', async () => {
    const single = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(textOf(await read(bodyOf(single)))).toBe(PIECES.join(''))
  })

  it('reads a failure with its code', async () => {
    const events = await read(bodyOf([new TextEncoder().encode(sse(['a'], 'error'))]))
    expect(events.at(-1)).toEqual({ type: 'error', code: 'stall', isTimeout: true })
  })

  it('drops an incomplete last event', async () => {
    const events = await read(bodyOf([bytes.slice(0, bytes.length - 1)]))
    expect(events.every((event) => event.type === 'token')).toBe(true)
  })

  it('throws when the connection breaks, and ends on abort', async () => {
    await expect(read(bodyOf([bytes.slice(0, 60)], { breaks: true }))).rejects.toThrow('network error')
    const leaving = new AbortController()
    const silent = new ReadableStream<Uint8Array>()
    const reading = read(silent, leaving.signal)
    leaving.abort()
    expect(await reading).toEqual([])
  })
})
