import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ModelPrices } from '#shared/contract/usage.ts'
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
const price = (model: string, over: Partial<Record<string, string>> = {}) => ({
  ...{ provider: 'openai', model, inputPrice: '1', cachedInputPrice: '0.1', outputPrice: '8' },
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
      { after: { inputPrice: '1', cachedInputPrice: '0.1', outputPrice: '8' } },
    ],
    [
      ...['Ana Souza', 'model-price', 'gpt-dois'],
      { before: { inputPrice: '1', cachedInputPrice: '0.1', outputPrice: '8' } },
    ],
  ])
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
