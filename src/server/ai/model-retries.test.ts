import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { codeOf, openScene, read } from '../testing/clients/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../testing/doubles/provider/behaviour.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const failing = (status: number, count: number): Behaviour[] =>
  Array<Behaviour>(count).fill({ kind: 'status', status })

const limits = { firstTokenTimeoutMs: 90_000 }

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe.concurrent('retries and fallback', () => {
  it.each([
    ['F2', 429, 'provider_rate'],
    ['F3', 500, 'provider_down'],
    ['F3', 503, 'provider_down'],
    ['F3', 529, 'provider_down'],
  ])('%s gives up after three times %i', async (_row, status, code) => {
    await using scene = await openScene('chat')
    scene.double.setDefault({ kind: 'status', status })

    expect(codeOf(await read(scene.model))).toBe(code)
    expect(scene.double.requests).toHaveLength(3)
  })

  it('F2 stops at once while it waits for another attempt', async () => {
    await using scene = await openScene('chat')
    scene.double.setDefault({ kind: 'status', status: 429, retryAfter: '15' })
    const abort = new AbortController()
    const reading = read(scene.model, { signal: abort.signal })
    await vi.waitFor(() => expect(scene.logs).toHaveLength(1), { timeout: 10_000 })
    abort.abort()

    expect((await reading).error).toMatchObject({ name: 'AbortError' })
    expect(scene.double.requests).toHaveLength(1)
  })

  it('F2 waits for the provider’s Retry-After', async () => {
    await using scene = await openScene('chat')
    scene.double.script({ kind: 'status', status: 429, retryAfter: '2' })
    const before = Date.now()

    expect((await read(scene.model)).text).toBe(DEFAULT_TEXT)
    expect(Date.now() - before).toBeGreaterThan(1_950)
  })

  it('F2 gives up at once when the provider asks for more than 20 s', async () => {
    await using scene = await openScene('chat')
    scene.double.setDefault({ kind: 'status', status: 429, retryAfter: '21' })

    expect(codeOf(await read(scene.model))).toBe('provider_rate')
    expect(scene.double.requests).toHaveLength(1)
  })

  it.each([
    ['F3', 500, 3],
    ['F2', 429, 3],
    ['F1', 401, 1],
    ['F3', 400, 1],
  ])('%s asks the other provider after a %i, %i time(s)', async (_row, status, count) => {
    await using scene = await openScene('chat+gemini')
    scene.double.script(...failing(status, count))
    const { text, provider } = await read(scene.model)

    expect(text).toBe(DEFAULT_TEXT)
    expect(provider).toBe('google')
    expect(scene.double.requests.map(({ api }) => api)).toEqual([...Array(count).fill('chat'), 'gemini'])
  })

  it('F2 asks the other provider at once when the first asks for a long wait', async () => {
    await using scene = await openScene('chat+gemini')
    scene.double.script({ kind: 'status', status: 429, retryAfter: '3600' })

    expect((await read(scene.model)).provider).toBe('google')
    expect(scene.double.requests).toHaveLength(2)
  })

  it('F3 reports the temporary failure when both fail', async () => {
    await using scene = await openScene('chat+gemini')
    scene.double.script(...failing(401, 1), ...failing(429, 3))
    expect(codeOf(await read(scene.model))).toBe('provider_rate')

    scene.double.script(...failing(500, 3), ...failing(403, 1))
    expect(codeOf(await read(scene.model))).toBe('provider_down')
  })

  it('F3 counts a closed port as the provider being down', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`
    await using scene = await openScene('chat', { ...limits, openai: { baseUrl } })

    expect(codeOf(await read(scene.model))).toBe('provider_down')
    expect(scene.logs).toHaveLength(3)
  })

  it('F3 counts a failed handshake as the provider being down', async () => {
    await using plain = await openScene('chat')
    const baseUrl = plain.double.openaiBaseUrl.replace('http:', 'https:')
    await using scene = await openScene('chat', { ...limits, openai: { baseUrl } })

    expect(codeOf(await read(scene.model))).toBe('provider_down')
    expect(scene.logs).toHaveLength(3)
    expect(plain.double.requests).toEqual([])
  })

  // A resolver without a network may be slow to fail.
  it('F3 counts an unknown host name as the provider being down', { timeout: 100_000 }, async () => {
    await using scene = await openScene('chat', {
      ...limits,
      openai: { baseUrl: 'http://nao-existe.invalid/v1' },
    })

    expect(codeOf(await read(scene.model))).toBe('provider_down')
    expect(scene.logs).toHaveLength(3)
  })
})
