import { describe, expect, it } from 'vitest'
import { codeOf, openScene, PROTOCOLS, read, socketClosed } from '../testing/clients/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../testing/doubles/provider/wire.ts'
import type { ReplyError } from './reply.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const USAGE = {
  nTokens: DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length,
  nCachedTokens: DOUBLE_INPUT.cached,
  nOutputTokens: DEFAULT_TOKENS.length,
}

// Each has its own double, and most of them wait.
describe.concurrent.each(PROTOCOLS)('before the first text, over %s', (protocol) => {
  it.each([
    ['F1', 401, 'provider_auth'],
    ['F1', 402, 'provider_auth'],
    ['F1', 403, 'provider_auth'],
    ['F3', 400, 'provider_refused'],
    ['F3', 404, 'provider_refused'],
  ])('%s does not repeat a %i', async (_row, status, code) => {
    await using scene = await openScene(protocol)
    scene.double.setDefault({ kind: 'status', status })

    expect(codeOf(await read(scene.model))).toBe(code)
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each([
    ['F2', 429],
    ['F3', 500],
    ['F3', 503],
    ['F3', 529],
  ])('%s recovers after two times %i, and counts the usage once', async (_row, status) => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'status', status }, { kind: 'status', status })
    const { text, finish } = await read(scene.model)

    expect(text).toBe(DEFAULT_TEXT)
    expect(finish?.usage).toEqual(USAGE)
    expect(scene.double.requests).toHaveLength(3)
  })

  it.each<[string, Behaviour]>([
    ['F6 a reset', { kind: 'cut', after: 0, how: 'reset' }],
    ['F6 a closed socket', { kind: 'cut', after: 0, how: 'fin' }],
    ['F6 an ended body', { kind: 'cut', after: 0, how: 'end' }],
    ['F7 an error event', { kind: 'error', after: 0 }],
    ['F7 a busy event', { kind: 'error', after: 0, status: 429 }],
    ['F7 a failed response', { kind: 'error', after: 0, isFailed: true }],
    ['F8 four unreadable events', { kind: 'malformed', after: 0, times: 4 }],
    ['F8 an endless event', { kind: 'insert', after: 0, bytes: `data: ${'x'.repeat(1_100_000)}` }],
  ])('%s: retries', async (_row, behaviour) => {
    await using scene = await openScene(protocol)
    scene.double.script(behaviour)

    expect((await read(scene.model)).text).toBe(DEFAULT_TEXT)
    expect(scene.double.requests).toHaveLength(2)
  })

  it.each<[string, Behaviour]>([
    ['nothing', { kind: 'empty' }],
    ['blanks', { kind: 'empty', text: ' \n\t ' }],
    [
      'blanks without end',
      { kind: 'reply', tokens: [...Array(300).fill(' \n'.repeat(20)), 'Oi'], delayMs: 0 },
    ],
    ['nothing within the length limit', { kind: 'length', after: 0 }],
  ])('F11 treats %s as empty, reports its usage, and does not retry', async (_what, behaviour) => {
    await using scene = await openScene(protocol)
    scene.double.script(behaviour)
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('empty')
    expect(outcome.texts).toEqual([])
    expect(outcome.error).toMatchObject({ provider: protocol === 'gemini' ? 'google' : 'openai' })
    const { usage } = outcome.error as ReplyError
    if (behaviour.kind !== 'reply') expect(usage?.nTokens).toBeGreaterThanOrEqual(DOUBLE_INPUT.tokens)
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each([false, true])('F12 reports a filter that let nothing through (prompt: %s)', async (isPrompt) => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'filter', after: 0, blocksPrompt: isPrompt && protocol === 'gemini' })

    expect(codeOf(await read(scene.model))).toBe('filtered')
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each<[string, Behaviour]>([
    ['holds its headers', { kind: 'noHeaders' }],
    ['holds its body', { kind: 'noTokens' }],
    ['only says that it is alive', { kind: 'stall', after: 0, heartbeatMs: 20 }],
    ['reasons for ever', { kind: 'think', forMs: 60_000 }],
  ])('F4 I5 gives up on a provider that %s, and closes its socket', async (_what, behaviour) => {
    await using scene = await openScene(protocol, { firstTokenTimeoutMs: 2_000 })
    scene.double.setDefault(behaviour)
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('first_token_timeout')
    expect(outcome.error).toMatchObject({ isTimeout: true })
    await socketClosed(scene)
    expect(scene.double.requests).toHaveLength(1)
  })
})

// Over Chat Completions the SDK exposes nothing before the first text.
it.concurrent.each(['responses', 'gemini'] as const)(
  'F4 waits longer for a provider that shows reasoning, over %s',
  async (protocol) => {
    await using scene = await openScene(protocol, { firstTokenTimeoutMs: 3_000 })
    scene.double.script({ kind: 'think', forMs: 3_500 })
    const { text, finish, error } = await read(scene.model)

    expect({ text, finish: finish?.reason, error }).toEqual({
      text: DEFAULT_TEXT,
      finish: 'stop',
      error: undefined,
    })
    expect(scene.double.requests).toHaveLength(1)
  },
)
