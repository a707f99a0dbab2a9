import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { codeOf, openScene, read } from '../../testing/clients/model-fixture.ts'
import { announceModel } from './announce-model.ts'
import { createProviders } from './providers.ts'

const limits = { firstTokenTimeoutMs: 30_000, stallTimeoutMs: 30_000 }

/** A compatible server with this answer to `/models`. */
async function listing(body: string, status = 200) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const firstOf = (settings: Parameters<typeof createProviders>[0]['openai']) => {
  const [provider] = createProviders({ ...limits, openai: settings ?? {} })
  if (!provider) throw new Error('no provider')
  return provider
}

const listOf = (...ids: unknown[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) })

it('without OPENAI_MODEL a compatible server is asked for its first chat model, once', async () => {
  await using scene = await openScene('chat')
  await using unnamed = await openScene('chat', { openai: { baseUrl: scene.double.openaiBaseUrl } })
  const [one, two] = [await read(unnamed.model), await read(unnamed.model)]
  expect([one.writer, two.writer]).toEqual(['modelo-do-servidor', 'modelo-do-servidor'])
  expect(scene.double.requests.map(({ body }) => Object(body).model)).toEqual([
    'modelo-do-servidor',
    'modelo-do-servidor',
  ])
  expect(scene.double.keyChecks).toHaveLength(1)
})

it('a name in OPENAI_MODEL, or of the agent, is used without asking', async () => {
  await using scene = await openScene('chat')
  const { openaiBaseUrl: baseUrl } = scene.double
  await using named = await openScene('chat', { openai: { baseUrl, model: 'llama3.3' } })
  expect((await read(named.model)).writer).toBe('llama3.3')
  await using unnamed = await openScene('chat', { openai: { baseUrl } })
  expect((await read(unnamed.model, { model: 'modelo-do-agente' })).writer).toBe('modelo-do-agente')
  expect(scene.double.keyChecks).toEqual([])
})

it('OpenAI itself needs no name, and a compatible server never gets OpenAI’s', async () => {
  expect(firstOf({ apiKey: 'sk-uma' }).defaultModel).toBe('gpt-6.1-terra')
  expect(firstOf({ apiKey: 'sk-uma', baseUrl: 'https://api.openai.com/v1' }).defaultModel).toBe(
    'gpt-6.1-terra',
  )
  expect(firstOf({ baseUrl: 'http://127.0.0.1:1/v1' }).defaultModel).toBeUndefined()
})

it.each([
  ['no list', 200, 'not JSON'],
  ['an empty list', 200, listOf()],
  ['only models that do not chat', 200, listOf('text-embedding-3-small', 'whisper-1', 'bge-m3', 'tts-1')],
  ['names that are not names', 200, listOf('', 7, 'a b', 'x'.repeat(121), 'linha\nnova')],
  ['a refusal', 500, '{}'],
])('a server with %s needs a name, and the start says so', async (_name, status, body) => {
  const { baseUrl } = await listing(body, status)
  const provider = firstOf({ baseUrl })
  await expect(provider.nameModel()).rejects.toThrow(/models/)
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  await announceModel({ ...limits, openai: { baseUrl } }, log)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: expect.stringMatching(/^OPENAI_MODEL must name a model/) },
  ])
})

it('a reply of an unnamed model fails as a refusal, and works once the server lists one', async () => {
  const { baseUrl, asked } = await listing(listOf())
  await using scene = await openScene('chat', { openai: { baseUrl } })
  expect(codeOf(await read(scene.model))).toBe('provider_refused')
  expect(asked).toEqual(['/v1/models'])
})

it('the start names the model that was taken', async () => {
  const { baseUrl } = await listing(listOf('nomic-embed-text', 'llama3.3:70b'))
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  await announceModel({ ...limits, openai: { baseUrl } }, log)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, model: 'llama3.3:70b' }])
  expect(firstOf({ baseUrl }).defaultModel).toBe('llama3.3:70b')
})
