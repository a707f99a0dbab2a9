import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ModelPrices, type Usage } from '#shared/contract/usage.ts'
import { auditEntries, modelPrices, usageDays } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { dayAfter, saoPauloToday } from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ OPENAI_MODEL: 'gpt-da-casa' })
  ana = await app.signUp('Ana Souza')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.deps.db.delete(modelPrices)
})

const db = () => app.server.deps.db
const read = async () => ModelPrices.parse((await ana.get('/usage/admin/prices')).data)
const write = (body: unknown): Promise<Reply<ModelPrices>> =>
  ana.call('PUT', '/api/v1/usage/admin/prices', body)
const price = (model: string, over: Partial<Record<string, unknown>> = {}) => ({
  ...{ provider: 'openai', model, inputPrice: '1', cachedInputPrice: '0.1', outputPrice: '8' },
  ...{ isOffered: true, contextTokens: null },
  ...over,
})
const replace = async (...prices: unknown[]) => write({ version: (await read()).version, prices })
const noted = async () =>
  (
    await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'model-price.update'))
      .orderBy(auditEntries.id)
  ).map(({ actorName, entity, entityName, details }) => [actorName, entity, entityName, details])

test('prices are kept as typed, except for commas and trailing zeros', async () => {
  const { status, data } = await replace(
    price('gpt-um', { inputPrice: '2,50', cachedInputPrice: '0.0001', outputPrice: '10.0000' }),
    price('gemini-um', { provider: 'google', inputPrice: '00.3' }),
  )
  expect(status).toBe(200)
  expect(data.prices).toEqual([
    price('gemini-um', { provider: 'google', inputPrice: '0.3' }),
    price('gpt-um', { inputPrice: '2.5', cachedInputPrice: '0.0001', outputPrice: '10' }),
  ])
  expect(await read()).toEqual(data)
  // The same list has the same version, and changes nothing.
  const { length } = await noted()
  expect((await write(data)).status).toBe(400)
  expect((await replace(...data.prices)).data.version).toBe(data.version)
  expect(await noted()).toHaveLength(length)
})

test('every changed price is audited with its old and new value', async () => {
  const before = (await noted()).length
  await replace(price('gpt-um'), price('gpt-dois'))
  await replace(price('gpt-um', { outputPrice: '9' }), price('gpt-tres'))
  expect((await noted()).slice(before + 2)).toEqual([
    ['Ana Souza', 'model-price', 'gpt-um', { before: { outputPrice: '8' }, after: { outputPrice: '9' } }],
    [
      ...['Ana Souza', 'model-price', 'gpt-tres'],
      {
        after: {
          inputPrice: '1',
          cachedInputPrice: '0.1',
          outputPrice: '8',
          isOffered: true,
          contextTokens: null,
        },
      },
    ],
    [
      ...['Ana Souza', 'model-price', 'gpt-dois'],
      {
        before: {
          inputPrice: '1',
          cachedInputPrice: '0.1',
          outputPrice: '8',
          isOffered: true,
          contextTokens: null,
        },
      },
    ],
  ])
})

test('a call without them keeps a model offered, and its context unknown', async () => {
  const { isOffered: _offered, contextTokens: _context, ...older } = price('gpt-um')
  expect((await replace(older)).data.prices).toEqual([price('gpt-um')])
  const off = await replace(price('gpt-um', { isOffered: false, contextTokens: 128_000 }))
  expect(off.data.prices).toEqual([price('gpt-um', { isOffered: false, contextTokens: 128_000 })])
  expect((await noted()).at(-1)?.at(-1)).toEqual({
    before: { isOffered: true, contextTokens: null },
    after: { isOffered: false, contextTokens: 128_000 },
  })
})

test('a changed price counts from its day on, and days before keep theirs', async () => {
  const agentId = await openAgentId(ana)
  const today = saoPauloToday()
  await db().execute(sql`truncate usage_days, past_model_prices`)
  const used = { agentId, isOwnKey: false, provider: 'openai', model: 'gpt-um', nTokens: 1_000_000 }
  await db()
    .insert(usageDays)
    .values([-2, -1, 0].map((days) => ({ ...used, day: dayAfter(today, days) })))
  const costs = async () => {
    const { data } = await ana.get<Usage>('/usage/admin?range=7')
    return [
      ...data.days.slice(-3).map(({ cost }) => cost.usd),
      data.agents[0]?.cost.usd,
      data.totals.cost.usd,
    ]
  }
  await replace(price('gpt-um'))
  expect(await costs()).toEqual(['1.000000', '1.000000', '1.000000', '3.000000', '3.000000'])
  // A mistake of the same day leaves nothing.
  await replace(price('gpt-um', { inputPrice: '2' }))
  expect(await costs()).toEqual(['2.000000', '2.000000', '2.000000', '6.000000', '6.000000'])
  const yesterday = dayAfter(today, -1)
  await db().update(modelPrices).set({ pricedOn: yesterday })
  await replace(price('gpt-um', { inputPrice: '2', isOffered: false }))
  await replace(price('gpt-um', { inputPrice: '5' }))
  await replace(price('gpt-um', { inputPrice: '7' }))
  expect(await costs()).toEqual(['2.000000', '2.000000', '7.000000', '11.000000', '11.000000'])
  // Two changes ago: each day has the price that was the newest then.
  await db().execute(sql`insert into past_model_prices values ('openai', 'gpt-um', ${yesterday}, 1, 1, 1)`)
  expect((await costs()).slice(0, 3)).toEqual(['1.000000', '2.000000', '7.000000'])
  await db().update(modelPrices).set({ pricedOn: yesterday })
  await db().execute(sql`delete from past_model_prices where until = ${today}`)
  await replace()
  expect((await costs()).slice(0, 3)).toEqual(['1.000000', '7.000000', null])
  await db().execute(sql`truncate usage_days, past_model_prices`)
})

test('of two concurrent changes of one list, the second is a conflict', async () => {
  const { version } = await read()
  const answers = await Promise.all(
    ['um', 'dois', 'tres', 'quatro'].map((model) => write({ version, prices: [price(model)] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const [refused] = answers.filter(({ status }) => status === 409)
  const { version: current, prices } = await read()
  expect(prices).toHaveLength(1)
  expect(refused?.error).toMatchObject({ code: 'CONFLICT', details: { version: current, changedBy: 'Você' } })
})

test('the list names models without a price that are used or configured', async () => {
  const day = saoPauloToday()
  const row = { day: dayAfter(day, -2), agentId: await openAgentId(ana), isOwnKey: false, nTokens: 10 }
  await db()
    .insert(usageDays)
    .values([
      { ...row, provider: 'openai', model: 'gpt-sem-preco' },
      { ...row, provider: 'google-gone', model: 'gemini-de-quem-saiu' },
      { ...row, provider: 'openai', model: 'gpt-da-chave-dela', isOwnKey: true },
      { ...row, provider: 'openai', model: '' },
      { ...row, provider: 'demo', model: 'demo' },
      { ...row, provider: 'openai', model: 'gpt-antigo', day: dayAfter(day, -90) },
    ])
  const unpriced = [
    { provider: 'google', model: 'gemini-de-quem-saiu' },
    { provider: 'openai', model: 'gpt-sem-preco' },
    { provider: 'openai', model: 'gpt-da-casa' },
  ]
  expect((await read()).unpriced).toEqual(unpriced)
  const { data } = await replace(price('gpt-sem-preco'), price('gpt-da-casa'))
  expect(data.unpriced).toEqual(unpriced.slice(0, 1))
})

test.each([
  [[price('x', { inputPrice: '-1' })], 'prices.0.inputPrice'],
  [[price('x', { inputPrice: '1e3' })], 'prices.0.inputPrice'],
  [[price('x', { outputPrice: '1.00001' })], 'prices.0.outputPrice'],
  [[price('x', { cachedInputPrice: '123456789' })], 'prices.0.cachedInputPrice'],
  [[price('x', { cachedInputPrice: 'NaN' })], 'prices.0.cachedInputPrice'],
  [[price('x', { inputPrice: '' })], 'prices.0.inputPrice'],
  [[price('x', { contextTokens: 999 })], 'prices.0.contextTokens'],
  [[price('x', { contextTokens: 1000.5 })], 'prices.0.contextTokens'],
  [[price('x', { isOffered: 'sim' })], 'prices.0.isOffered'],
  [[price('  ')], 'prices.0.model'],
  [[price('a\u0000b')], 'prices.0.model'],
  [[price('m'.repeat(121))], 'prices.0.model'],
  [[price('x', { provider: 'demo' })], 'prices.0.provider'],
  [[{ ...price('x'), id: '1' }], 'prices.0.id'],
  [[price('x'), price('y'), price(' x ')], 'prices.2.model'],
  [Array.from({ length: 201 }, (_, n) => price(`m${n}`)), 'prices'],
])('an invalid list of prices is refused at its field: %#', async (prices, field) => {
  const { status, error } = await replace(...prices)
  expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]])
  expect((await read()).prices).toEqual([])
})
