import { describe, expect, it } from 'vitest'
import { codeOf, openScene, PROTOCOLS, read, type Scene } from '../testing/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../testing/provider-double-behaviour.ts'
import { DOUBLE_INPUT } from '../testing/provider-double-wire.ts'
import type { ReplyError } from './reply.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const start = (count: number) => DEFAULT_TOKENS.slice(0, count).join('')
/** Far sooner than any time limit of a scene would do it. */
const expectClosed = ({ double }: Scene) =>
  expect.poll(() => double.requests[0]?.closedByClientAt, { timeout: 10_000 }).toBeDefined()

describe.each(PROTOCOLS)('before the first text, over %s', (protocol) => {
  it.each([
    [401, 'provider_auth'],
    [403, 'provider_auth'],
    [400, 'provider_refused'],
    [404, 'provider_refused'],
  ])('does not repeat a %i', async (status, code) => {
    await using scene = await openScene(protocol)
    scene.double.setDefault({ kind: 'status', status })

    expect(codeOf(await read(scene.model))).toBe(code)
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each([429, 500])('gets over a single %i', async (status) => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'status', status })
    const { text, finish } = await read(scene.model)

    expect(text).toBe(DEFAULT_TEXT)
    expect(finish?.usage.nTokens).toBe(DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length)
    expect(scene.double.requests).toHaveLength(2)
  })

  it.each<Behaviour>([
    { kind: 'cut', after: 0, how: 'reset' },
    { kind: 'cut', after: 0, how: 'fin' },
    { kind: 'cut', after: 0, how: 'end' },
    { kind: 'error', after: 0 },
    { kind: 'error', after: 0, status: 429 },
    { kind: 'malformed', after: 0, times: 4 },
  ])('tries again after $kind $how', async (behaviour) => {
    await using scene = await openScene(protocol)
    scene.double.script(behaviour)

    expect((await read(scene.model)).text).toBe(DEFAULT_TEXT)
    expect(scene.double.requests).toHaveLength(2)
  })

  it.each<Behaviour>([{ kind: 'empty' }, { kind: 'empty', text: ' \n\t ' }, { kind: 'length', after: 0 }])(
    'calls a reply without words empty: $kind',
    async (behaviour) => {
      await using scene = await openScene(protocol)
      scene.double.script(behaviour)
      const outcome = await read(scene.model)

      expect(codeOf(outcome)).toBe('empty')
      expect(outcome.texts).toEqual([])
      expect(outcome.error).toMatchObject({ provider: protocol === 'gemini' ? 'google' : 'openai' })
      expect((outcome.error as ReplyError).usage?.nTokens).toBeGreaterThanOrEqual(DOUBLE_INPUT.tokens)
      expect(scene.double.requests).toHaveLength(1)
    },
  )

  it.each([false, true])(
    'reports a filter that let nothing through as refused (prompt: %s)',
    async (blocksPrompt) => {
      await using scene = await openScene(protocol)
      scene.double.script({ kind: 'filter', after: 0, blocksPrompt: blocksPrompt && protocol === 'gemini' })

      expect(codeOf(await read(scene.model))).toBe('provider_refused')
      expect(scene.double.requests).toHaveLength(1)
    },
  )

  it.each<Behaviour>([
    { kind: 'noHeaders' },
    { kind: 'noTokens' },
    { kind: 'stall', after: 0, heartbeatMs: 20 },
  ])('gives up on a provider that says nothing: $kind', async (behaviour) => {
    await using scene = await openScene(protocol, { firstTokenTimeoutMs: 300 })
    scene.double.setDefault(behaviour)
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('first_token_timeout')
    expect(outcome.error).toMatchObject({ isTimeout: true })
    await expectClosed(scene)
    expect(scene.double.requests).toHaveLength(1)
  })
})

describe.each(PROTOCOLS)('after the first text, over %s', (protocol) => {
  it.each<Behaviour>([
    { kind: 'cut', after: 4, how: 'fin' },
    { kind: 'cut', after: 4, how: 'end' },
    { kind: 'error', after: 4 },
    { kind: 'malformed', after: 4, times: 4 },
  ])('keeps the text and never finishes after $kind $how', async (behaviour) => {
    await using scene = await openScene(protocol)
    scene.double.script(behaviour)
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('upstream_cut')
    expect(outcome.text).toBe(start(4))
    expect(outcome.error).toMatchObject({ isTimeout: false })
    expect(scene.double.requests).toHaveLength(1)
  })

  it('never finishes after a reset, which may swallow text that was on its way', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'cut', after: 8, how: 'reset', delayMs: 20 })
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('upstream_cut')
    expect(start(8).startsWith(outcome.text)).toBe(true)
    expect(outcome.texts.length).toBeGreaterThan(0)
  })

  it('calls silence a stall, comments or not, and closes the socket', async () => {
    await using scene = await openScene(protocol, { stallTimeoutMs: 300 })
    scene.double.script({ kind: 'stall', after: 3, heartbeatMs: 20 })
    const outcome = await read(scene.model)

    expect(codeOf(outcome)).toBe('stall')
    expect(outcome.text).toBe(start(3))
    expect(outcome.error).toMatchObject({ isTimeout: true })
    await expectClosed(scene)
  })

  it('closes the socket when it is stopped', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'stall', after: 3 })
    const abort = new AbortController()
    const outcome = await read(scene.model, { signal: abort.signal, onText: () => abort.abort() })

    expect(outcome.finish).toBeUndefined()
    expect(outcome.error).toMatchObject({ name: 'AbortError' })
    await expectClosed(scene)
  })

  it('closes the socket when nobody reads on', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'stall', after: 3 })
    const { signal } = new AbortController()
    for await (const part of scene.model.generate({ system: '', turns: [] }, { signal })) {
      if (part.type === 'text') break
    }

    await expectClosed(scene)
  })
})
