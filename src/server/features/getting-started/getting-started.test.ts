import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FirstHours } from '#shared/contract/getting-started.ts'
import { brands, chats, documents, offers, products, users } from '../../db/schema/index.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import {
  makeBrand,
  makeDocument,
  makeOffer,
  makeProduct,
  validOnboarding,
} from '../../testing/factories/business.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Olga'))
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const read = async (client: TestClient) =>
  FirstHours.strict().parse((await client.get('/me/first-hours')).data)
const end = (client: TestClient, ended: unknown) =>
  client.call<FirstHours>('PUT', '/api/v1/me/first-hours', { ended })
const NOTHING = { onboarding: false, product: false, chat: false, keeping: false }
const rowOf = async ({ userId }: TestClient) => {
  const [row] = await db().select().from(users).where(eq(users.id, userId))
  return row
}

describe('the first steps', () => {
  test('follow from existing data: none at first, then one by one', async () => {
    const ana = await app.signUp('Ana')
    expect(await read(ana)).toEqual({ isChecklistOpen: true, steps: NOTHING })
    await ana.call('PUT', '/api/v1/me/onboarding', validOnboarding())
    expect((await read(ana)).steps).toEqual({ ...NOTHING, onboarding: true })
    await makeProduct(db(), { userId: ana.userId })
    expect((await read(ana)).steps).toEqual({ ...NOTHING, onboarding: true, product: true })
    const chatId = await openChat(ana, agentId)
    // An empty chat does not count, as in every list.
    expect((await read(ana)).steps.chat).toBe(false)
    await (await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())).text()
    expect((await read(ana)).steps).toEqual({ ...NOTHING, onboarding: true, product: true, chat: true })
    await makeDocument(db(), { userId: ana.userId })
    expect(await read(ana)).toEqual({
      isChecklistOpen: true,
      steps: { onboarding: true, product: true, chat: true, keeping: true },
    })
  })

  test('count a brand or an offer as saving, like a document; a product is its own step', async () => {
    const [bia, caio] = [await app.signUp('Bia'), await app.signUp('Caio')]
    await makeBrand(db(), { userId: bia.userId })
    expect((await read(bia)).steps).toEqual({ ...NOTHING, keeping: true })
    await makeOffer(db(), { userId: caio.userId, brandIds: [], productIds: [] })
    expect((await read(caio)).steps).toEqual({ ...NOTHING, keeping: true })
  })

  test('ignore deleted data and data of other users', async () => {
    const [dora, eva] = [await app.signUp('Dora'), await app.signUp('Eva')]
    const { userId } = dora
    await makeOffer(db(), { userId })
    await makeDocument(db(), { userId })
    const chatId = await openChat(dora, agentId)
    await (await dora.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())).text()
    expect((await read(dora)).steps).toEqual({ ...NOTHING, product: true, chat: true, keeping: true })
    expect((await read(eva)).steps).toEqual(NOTHING)
    const deletedAt = new Date()
    for (const table of [products, brands, offers, documents, chats]) {
      await db().update(table).set({ deletedAt }).where(eq(table.userId, userId))
    }
    expect((await read(dora)).steps).toEqual(NOTHING)
  })
})

test('the first steps are not shown to a user who had completed them before the list existed', async () => {
  const people = [await app.signUp('Júlia'), await app.signUp('Karla')]
  for (const [index, person] of people.entries()) {
    const { userId } = person
    await person.call('PUT', '/api/v1/me/onboarding', validOnboarding())
    await makeProduct(db(), { userId })
    const chatId = await openChat(person, agentId)
    await (await person.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())).text()
    if (index === 0) await makeBrand(db(), { userId })
  }
  const file = new URL('../../db/migrations/0010_first_hours.sql', import.meta.url)
  const [, , backfill = ''] = (await readFile(file, 'utf8')).split('--> statement-breakpoint')
  await db().execute(sql.raw(backfill))
  const open = await Promise.all(people.map(async (person) => (await read(person)).isChecklistOpen))
  expect(open).toEqual([false, true])
})

describe('a finished list', () => {
  test('stays finished, with its first timestamp', async () => {
    const fabio = await app.signUp('Fábio')
    const before = await rowOf(fabio)
    expect((await end(fabio, 'checklist')).data).toMatchObject({ isChecklistOpen: false })
    const first = await rowOf(fabio)
    expect(first?.checklistEndedAt).toBeInstanceOf(Date)
    expect((await end(fabio, 'checklist')).status).toBe(200)
    const last = await rowOf(fabio)
    expect(last?.checklistEndedAt).toEqual(first?.checklistEndedAt)
    // The profile's timestamp is unchanged.
    expect(last?.updatedAt).toEqual(before?.updatedAt)
    // It is finished on another device too.
    const elsewhere = app.visitor()
    await elsewhere.signIn(fabio)
    expect(await read(elsewhere)).toMatchObject({ isChecklistOpen: false })
  })

  test('is per user', async () => {
    const [gil, hugo] = [await app.signUp('Gil'), await app.signUp('Hugo')]
    await end(gil, 'checklist')
    expect(await read(hugo)).toMatchObject({ isChecklistOpen: true })
    const visitor = app.visitor()
    expect([(await visitor.get('/me/first-hours')).status, (await end(visitor, 'checklist')).status]).toEqual(
      [401, 401],
    )
  })

  test('is the only part: the tour is nothing that the server knows', async () => {
    const iris = await app.signUp('Íris')
    for (const body of [{}, { ended: 'all' }, { ended: null }, { ended: 'tour' }]) {
      await expectRefusal(iris, ['PUT', '/me/first-hours'], body, { ended: 'Parte inválida' })
    }
    const both = { ended: 'checklist', checklistEndedAt: null }
    await expectRefusal(iris, ['PUT', '/me/first-hours'], both, { checklistEndedAt: 'Campo desconhecido' })
    expect(await read(iris)).toMatchObject({ isChecklistOpen: true })
  })
})
