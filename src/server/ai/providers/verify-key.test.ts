import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProviderDouble, startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import type { ProviderName } from '../reply.ts'
import { providerFetch } from './provider-fetch.ts'
import { verifyKey } from './verify-key.ts'

const KEY = 'sk-uma-chave-a-ser-conferida-77'
const PROVIDERS: ProviderName[] = ['openai', 'google']

let double: ProviderDouble
beforeAll(async () => {
  double = await startProviderDouble()
})
afterAll(() => double.close())

const settings = () => ({
  openai: { apiKey: 'sk-da-casa', baseUrl: double.openaiBaseUrl },
  google: { apiKey: 'da-casa', baseUrl: double.googleBaseUrl },
})

describe.each(PROVIDERS)('a key of %s', (provider) => {
  it.each([
    [200, 'verified'],
    [401, 'refused'],
    [403, 'refused'],
    [400, 'unverified'],
    [402, 'unverified'],
    [404, 'unverified'],
    [429, 'unverified'],
    [500, 'unverified'],
    [503, 'unverified'],
  ] as const)('whose provider says %i is %s', async (status, verdict) => {
    double.scriptKeyCheck({ kind: 'status', status })
    expect(await verifyKey(settings(), { provider, apiKey: KEY })).toBe(verdict)
  })

  it('is sent in a header only, and the installation’s key is not sent', async () => {
    const from = double.keyChecks.length
    await verifyKey(settings(), { provider, apiKey: KEY })
    const [check, ...more] = double.keyChecks.slice(from)
    expect(more).toEqual([])
    expect(check?.path).toBe(provider === 'openai' ? '/v1/models' : '/v1beta/models?pageSize=1')
    const own = provider === 'openai' ? { authorization: `Bearer ${KEY}` } : { 'x-goog-api-key': KEY }
    expect(check?.headers).toMatchObject(own)
    expect(JSON.stringify(check?.headers).split(KEY)).toHaveLength(2)
    expect(JSON.stringify(check?.headers)).not.toContain('da-casa')
  })

  it('follows no redirect with it', async () => {
    const asked: (string | undefined)[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.url)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => elsewhere.once('listening', () => resolve()))
    const { port } = elsewhere.address() as AddressInfo
    double.scriptKeyCheck({ kind: 'redirect', to: `http://127.0.0.1:${port}/v1/models` })
    expect(await verifyKey(settings(), { provider, apiKey: KEY })).toBe('unverified')
    expect(asked).toEqual([])
    elsewhere.close()
  })

  it('is unverified when the provider is silent or unreachable', async () => {
    double.scriptKeyCheck({ kind: 'noHeaders' })
    expect(await verifyKey(settings(), { provider, apiKey: KEY }, 50)).toBe('unverified')
    const nowhere = { baseUrl: 'http://127.0.0.1:1/v1' }
    expect(await verifyKey({ openai: nowhere, google: nowhere }, { provider, apiKey: KEY })).toBe(
      'unverified',
    )
  })
})

it('is checked at the provider’s default address unless configured', async () => {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    urls.push(String(input))
    return providerFetch(`${double.url}/v1/models`, init)
  }
  for (const provider of PROVIDERS) {
    expect(await verifyKey({ fetch }, { provider, apiKey: KEY })).toBe('verified')
  }
  const slashed = { openai: { baseUrl: 'http://localhost:11434/v1/' } }
  await verifyKey({ ...slashed, fetch }, { provider: 'openai', apiKey: KEY })
  expect(urls).toEqual([
    'https://api.openai.com/v1/models',
    'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1',
    'http://localhost:11434/v1/models',
  ])
})
