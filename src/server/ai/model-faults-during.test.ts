import { describe, expect, it } from 'vitest'
import {
  codeOf,
  openScene,
  PROMPT,
  PROTOCOLS,
  type Protocol,
  read,
  socketClosed,
} from '../testing/clients/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../testing/doubles/provider/wire.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const start = (count: number) => DEFAULT_TOKENS.slice(0, count).join('')
const prompt = (content: string) => ({ ...PROMPT, turns: [{ role: 'user' as const, content }] })
/** Only Gemini reports usage with every event. */
const spentAfter = (protocol: Protocol, count: number) =>
  protocol === 'gemini'
    ? {
        nTokens: DOUBLE_INPUT.tokens + count,
        nCachedTokens: DOUBLE_INPUT.cached,
        nOutputTokens: count,
      }
    : undefined

// Each has its own double, and most of them wait.
describe.concurrent.each(PROTOCOLS)('after the first text, over %s', (protocol) => {
  it('F5 I5 treats silence as a stall, with or without comments, and closes the socket', async () => {
    await using scene = await openScene(protocol, { stallTimeoutMs: 2_500 })
    scene.double.script({ kind: 'stall', after: 3, heartbeatMs: 20 })
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('stall')
    expect(outcome.text).toBe(start(3))
    expect(outcome.error).toMatchObject({ isTimeout: true, usage: spentAfter(protocol, 3) })
    await socketClosed(scene)
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each<[string, Behaviour, string]>([
    ['F6 a closed socket', { kind: 'cut', after: 4, how: 'fin' }, 'upstream_cut'],
    ['F6 an ended body', { kind: 'cut', after: 4, how: 'end' }, 'upstream_cut'],
    ['F7 an error event', { kind: 'error', after: 4 }, 'upstream_cut'],
    ['F7 a busy event', { kind: 'error', after: 4, status: 429 }, 'provider_rate'],
    ['F7 a failed response', { kind: 'error', after: 4, isFailed: true }, 'upstream_cut'],
    ['F8 four unreadable events', { kind: 'malformed', after: 4, times: 4 }, 'upstream_cut'],
    [
      'F8 a line of more than 1 MB',
      { kind: 'insert', after: 4, bytes: `data: ${'x'.repeat(1_100_000)}` },
      'upstream_cut',
    ],
  ])('%s: keeps the text, does not retry, and never finishes', async (_row, behaviour, code) => {
    await using scene = await openScene(protocol)
    scene.double.script(behaviour)
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe(code)
    expect(outcome.text).toBe(start(4))
    expect(outcome.error).toMatchObject({ isTimeout: false, usage: spentAfter(protocol, 4) })
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each(['fin', 'end', 'cut'])('F6 a %s never finishes a reply, after or within any event', async (how) => {
    await using scene = await openScene(protocol)
    const places = DEFAULT_TOKENS.slice(0, 8).flatMap((_token, at) => [`${at + 1}`, `${at + 1} inside=70`])
    const outcomes = await Promise.all(
      places.map((place) => read(scene.model, { prompt: prompt(`[[${how}@${place}]]`) })),
    )

    for (const [index, outcome] of outcomes.entries()) {
      const whole = start(Math.floor(index / 2) + 1)
      // A reset may lose all bytes in flight; then there is no first text, and attempts follow.
      expect(codeOf(outcome)).toBe(how === 'cut' && outcome.text === '' ? 'provider_down' : 'upstream_cut')
      if (how === 'cut') expect(whole.startsWith(outcome.text)).toBe(true)
      else expect(outcome.text).toBe(whole)
    }
  })

  it.each([0, 4])('F8 tolerates three unreadable events after %i tokens', async (after) => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'malformed', after, times: 3 })
    const { text, finish } = await read(scene.model)

    expect(text).toBe(DEFAULT_TEXT)
    expect(finish?.reason).toBe('stop')
    expect(finish?.usage?.nTokens).toBe(DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length)
  })

  it.each([1, 2, 3, 7])('F9 F10 is exact when packets are split every %i bytes', async (splitBytes) => {
    const tokens = ['Ação ', '🧑🏽‍🚀 ', 'coração ', '日本語 ', '👨‍👩‍👧‍👦 ', 'até já — “fim”.']
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'reply', tokens, splitBytes, delayMs: 0 })
    const { text, finish } = await read(scene.model)

    expect(text).toBe(tokens.join(''))
    expect(finish?.reason).toBe('stop')
  })

  it.each([undefined, 'última'])(
    'F12 keeps the text before a filter, with %s in the last event',
    async (lastText) => {
      await using scene = await openScene(protocol)
      scene.double.script({ kind: 'filter', after: 4, ...(lastText && { lastText }) })
      const { text, finish } = await read(scene.model)

      expect(text).toBe(start(4) + (lastText ?? ''))
      expect(finish?.reason).toBe('content_filter')
      expect(finish?.usage?.nTokens).toBeGreaterThan(DOUBLE_INPUT.tokens)
    },
  )

  it('F13 reports a reply cut at the token limit', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'length', after: 5 })
    const { text, finish } = await read(scene.model)

    expect(text).toBe(start(5))
    expect(finish?.reason).toBe('length')
  })

  it('I5 closes the socket when it is stopped', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'stall', after: 3 })
    const abort = new AbortController()
    const outcome = await read(scene.model, { signal: abort.signal, onText: () => abort.abort() })

    expect(outcome.finish).toBeUndefined()
    expect(outcome.error).toMatchObject({ name: 'AbortError' })
    await socketClosed(scene)
  })

  it('I5 closes the socket when the reader stops', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'stall', after: 3 })
    const { signal } = new AbortController()
    for await (const part of scene.model.generate({ system: '', turns: [] }, { signal })) {
      if (part.type === 'text') break
    }

    await socketClosed(scene)
  })
})
