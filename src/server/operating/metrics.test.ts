import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEvents } from '../db/schema/index.ts'
import { ChatClient } from '../testing/clients/chat-client.ts'
import { eventually } from '../testing/eventually.ts'
import { openAgentId, openChat } from '../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createMetrics } from './metrics.ts'

const TOKEN = 'token-de-quem-mede-0123456789'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ METRICS_TOKEN: TOKEN })
})
afterAll(() => app.close())

const ask = (authorization?: string) =>
  fetch(`${app.baseUrl}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

async function read(): Promise<string> {
  const response = await ask(`Bearer ${TOKEN}`)
  expect(response.status).toBe(200)
  return response.text()
}

/** The value of a series by its printed name and labels; undefined when it is missing. */
const figure = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((it) => it.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('require the token, and do not exist without one', async () => {
  for (const given of [
    undefined,
    '',
    TOKEN,
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
  ]) {
    const response = await ask(given)
    expect([given, response.status, response.headers.get('www-authenticate')]).toEqual([given, 401, 'Bearer'])
    expect(await response.text()).not.toContain('elenco_')
  }
  const told = await ask(`Bearer ${TOKEN}`)
  expect(told.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  expect(told.headers.get('cache-control')).toBe('no-store')
  await app.restart({ METRICS_TOKEN: '' })
  for (const given of [undefined, `Bearer ${TOKEN}`, 'Bearer ', 'Bearer undefined']) {
    expect((await ask(given)).status).toBe(404)
  }
  await app.restart({ METRICS_TOKEN: TOKEN })
})

test('count requests by route pattern, for any address', async () => {
  const ana = await app.signUp()
  const chatId = await openChat(ana, await openAgentId(ana))
  await ana.get(`/chats/${chatId}`)
  await ana.get(`/chats/${crypto.randomUUID()}`)
  for (const path of ['/segredo-no-caminho', '/api/v1/segredo-no-caminho', '/assets/segredo-no-caminho.js']) {
    await ana.fetch('GET', path)
  }
  await ana.fetch('PURGE', '/segredo-no-caminho')
  const text = await read()
  const route = 'route="/api/v1/chats/:chatId"'
  expect(figure(text, `elenco_http_requests_total{method="GET",${route},status="200"}`)).toBe(1)
  expect(figure(text, `elenco_http_requests_total{method="GET",${route},status="404"}`)).toBe(1)
  expect(figure(text, `elenco_http_request_seconds_count{${route}}`)).toBe(2)
  expect(text).toMatch(/method="other",route="[^"]*",status="404"/)
  for (const said of [chatId, 'segredo', ana.userId, ana.email, 'Ana']) expect(text).not.toContain(said)
})

test('report live replies, readers, ends of replies and provider failures', async () => {
  const ana = await app.signUp()
  const talk = await ChatClient.open(ana, await openAgentId(ana))
  const follower = await talk.begin('Espere. [[stall@3]]')
  await eventually(async () => {
    const text = await read()
    expect(figure(text, 'elenco_runs_active')).toBe(1)
    expect(figure(text, 'elenco_event_streams_open')).toBe(1)
    // A reply that is stopped before its first token has no provider in the figures.
    expect(follower.text).not.toBe('')
  })
  await talk.stop()
  await follower.closed
  await eventually(async () => {
    const text = await read()
    expect(figure(text, 'elenco_runs_active')).toBe(0)
    expect(figure(text, 'elenco_event_streams_open')).toBe(0)
    expect(figure(text, 'elenco_replies_total{status="stopped",error="none",provider="openai"}')).toBe(1)
    expect(figure(text, 'elenco_reply_first_token_seconds_count{provider="openai"}')).toBe(1)
  })
  await talk.say('De novo. [[status=401]]')
  await eventually(async () => {
    const text = await read()
    const failures = 'elenco_provider_failures_total{provider="openai",code="provider_auth",key="house"}'
    expect(figure(text, failures)).toBe(1)
    const replies = 'elenco_replies_total{status="error",error="provider_auth",provider="none"}'
    expect(figure(text, replies)).toBe(1)
  })
})

test('work without a data folder', async () => {
  const { deps } = app.server
  const metrics = createMetrics('1')
  const pool = Object({ totalCount: 0, idleCount: 0, waitingCount: 0 })
  metrics.watch({ ...deps, env: { ...deps.env, dataDir: '/nao/existe' }, pool })
  const text = await metrics.read()
  expect(figure(text, 'elenco_database_up')).toBe(1)
  expect(figure(text, 'elenco_data_dir_free_bytes')).toBeUndefined()
})

test('report waiting deliveries, and an outage of the database', async () => {
  await app.server.deps.db.insert(webhookEvents).values({
    ...{ provider: 'stripe', externalId: 'evt_1', type: 'x', state: 'failed', rawBody: '{}' },
  })
  const text = await read()
  expect(figure(text, 'elenco_webhooks_waiting{provider="stripe",state="failed"}')).toBe(1)
  expect(figure(text, 'elenco_database_up')).toBe(1)
  expect(figure(text, 'elenco_db_connections_waited_for')).toBe(0)
  expect(figure(text, 'elenco_accepting')).toBe(1)
  expect(figure(text, 'elenco_data_dir_free_bytes')).toBeGreaterThan(0)
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  await app.dropDatabase()
  const away = await read()
  expect(figure(away, 'elenco_database_up')).toBe(0)
  expect(away).not.toContain('elenco_webhooks_waiting{')
})
