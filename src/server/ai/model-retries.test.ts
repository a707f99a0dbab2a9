import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { codeOf, openScene, read } from '../testing/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../testing/provider-double-behaviour.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const failing = (status: number, count: number): Behaviour[] =>
  Array<Behaviour>(count).fill({ kind: 'status', status })

describe('waiting and turning elsewhere', () => {
  it.each([
    [429, 'provider_rate'],
    [500, 'provider_down'],
  ])('gives up after three times %i', async (status, code) => {
    await using scene = await openScene('chat')
    scene.double.setDefault({ kind: 'status', status })

    expect(codeOf(await read(scene.model))).toBe(code)
    expect(scene.double.requests).toHaveLength(3)
  })

  it('stops at once while it waits for another attempt', async () => {
    await using scene = await openScene('chat')
    scene.double.setDefault({ kind: 'status', status: 429, retryAfter: '15' })
    const abort = new AbortController()
    const reading = read(scene.model, { signal: abort.signal })
    await expect.poll(() => scene.logs.length, { timeout: 10_000 }).toBe(1)
    abort.abort()

    expect((await reading).error).toMatchObject({ name: 'AbortError' })
    expect(scene.double.requests).toHaveLength(1)
  })

  it('waits as long as the provider asks for, and not at all when that is too long', async () => {
    await using scene = await openScene('chat')
    scene.double.script({ kind: 'status', status: 429, retryAfter: '2' })
    const before = Date.now()
    expect((await read(scene.model)).text).toBe(DEFAULT_TEXT)
    expect(Date.now() - before).toBeGreaterThan(1_950)

    scene.double.script({ kind: 'status', status: 429, retryAfter: '21' })
    expect(codeOf(await read(scene.model))).toBe('provider_rate')
    expect(scene.double.requests).toHaveLength(3)
  })

  it.each([
    [500, 3],
    [429, 3],
    [401, 1],
    [400, 1],
  ])('asks the other provider after a %i, %i time(s)', async (status, count) => {
    await using scene = await openScene('chat+gemini')
    scene.double.script(...failing(status, count))
    const { text, provider } = await read(scene.model)

    expect(text).toBe(DEFAULT_TEXT)
    expect(provider).toBe('google')
    expect(scene.double.requests.map(({ api }) => api)).toEqual([...Array(count).fill('chat'), 'gemini'])
  })

  it('reports the failure that may pass when both fail', async () => {
    await using scene = await openScene('chat+gemini')
    scene.double.script(...failing(401, 1), ...failing(429, 3))
    expect(codeOf(await read(scene.model))).toBe('provider_rate')

    scene.double.script(...failing(500, 3), ...failing(403, 1))
    expect(codeOf(await read(scene.model))).toBe('provider_down')
  })

  it('counts a closed port as the provider being down', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    await using scene = await openScene('chat', { openai: { baseUrl: `http://127.0.0.1:${port}/v1` } })

    expect(codeOf(await read(scene.model))).toBe('provider_down')
    expect(scene.logs).toHaveLength(3)
  })
})
