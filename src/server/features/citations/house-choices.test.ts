import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import type { HouseCollection, ReadableIds, SourceChoices } from '#shared/contract/collections.ts'
import type { MessageContext } from '#shared/contract/messages.ts'
import { agentCollections, chats, HOUSE_OWNER_ID, messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { makeCollection, makeProduct, makeSource } from '../../testing/factories/business.ts'
import { consult, givenIn, says } from '../../testing/factories/cited-source.ts'
import type { TestClient } from '../../testing/test-client.ts'

type House = { collectionId: string; sourceId: string }

let scene: AdminAgentScene
let ana: TestClient
/** Two that the agent reads, and one of each kind that it does not. */
let method: House
let lessons: House
let ofOther: House
let detached: House
let deleted: House
let ofAna: House
let ofBia: House
let agent: AdminAgent
let other: AdminAgent
const db = () => scene.app.server.deps.db

const makeHouse = async (name: string): Promise<House> => {
  const made = await scene.admin.post<HouseCollection>('/collections/admin', { name })
  const collectionId = made.data.id
  const texts = [`Reembolso segundo ${name}.`]
  const source = { userId: HOUSE_OWNER_ID, collectionId, name: `${name}.md`, texts }
  return { collectionId, sourceId: await makeSource(db(), source) }
}
const makeOwn = async ({ userId }: TestClient, name: string): Promise<House> => {
  const collectionId = await makeCollection(db(), { userId, name })
  const texts = [`Reembolso segundo ${name}.`]
  return {
    collectionId,
    sourceId: await makeSource(db(), { userId, collectionId, name: `${name}.md`, texts }),
  }
}
const detach = ({ collectionId }: House) =>
  db()
    .delete(agentCollections)
    .where(and(eq(agentCollections.agentId, agent.id), eq(agentCollections.collectionId, collectionId)))

beforeAll(async () => {
  scene = await openAdminAgents()
  ana = scene.ana
  const bia = await scene.app.signUp('Bia')
  ;[method, lessons] = [await makeHouse('Método'), await makeHouse('Aulas')]
  ;[ofOther, detached, deleted] = [
    await makeHouse('Vizinha'),
    await makeHouse('Solta'),
    await makeHouse('Velha'),
  ]
  ;[ofAna, ofBia] = [await makeOwn(ana, 'Caderno'), await makeOwn(bia, 'Segredo')]
  const reads = (...houses: House[]) => ({
    ...{ enableFreePlan: true, collectionIds: houses.map(({ collectionId }) => collectionId) },
  })
  agent = await scene.create(reads(method, lessons, detached, deleted))
  other = await scene.create(reads(ofOther))
  await detach(detached)
  await scene.admin.call('DELETE', `/api/v1/collections/admin/${deleted.collectionId}`)
})
afterAll(() => scene.app.close())

const choices = async (client: TestClient, query: string) =>
  (await client.get<SourceChoices>(`/collections/choices${query}`)).data.items
const names = async (client: TestClient, query: string) =>
  (await choices(client, query)).map(({ name, isHouse }) => (isHouse ? `${name} da casa` : name))
const idsOf = (...houses: House[]) => houses.flatMap(({ collectionId, sourceId }) => [collectionId, sourceId])
const readable = async (client: TestClient, { id }: AdminAgent, ...houses: House[]) =>
  (await client.get<ReadableIds>(`/collections/readable?agentId=${id}&ids=${idsOf(...houses)}`)).data.ids
const lastRequest = () => scene.app.provider.requests.at(-1)
/** The sources whose passages the last request has. */
const read = () =>
  givenIn(lastRequest())
    .block?.trechos?.map(({ fonte }) => fonte)
    .toSorted()

test('the choices for an agent are the own ones and those of the house that it reads, by their names alone', async () => {
  expect(await choices(ana, `?agentId=${agent.id}&q=metodo`)).toEqual([
    { kind: 'collection', id: method.collectionId, name: 'Método', detail: '1 fonte', isHouse: true },
    { kind: 'source', id: method.sourceId, name: 'Método.md', detail: 'Método', isHouse: true },
  ])
  expect(await names(ana, `?agentId=${agent.id}`)).toEqual([
    ...['Caderno', 'Aulas da casa', 'Método da casa'],
    ...['Caderno.md', 'Aulas.md da casa', 'Método.md da casa'],
  ])
  expect(await names(ana, `?agentId=${other.id}`)).toEqual([
    ...['Caderno', 'Vizinha da casa', 'Caderno.md', 'Vizinha.md da casa'],
  ])
  expect(await names(ana, '')).toEqual(['Caderno', 'Caderno.md'])
  const file = await ana.fetch('GET', `/api/v1/sources/${method.sourceId}/file`)
  expect([file.status, await file.text()]).toEqual([404, expect.not.stringContaining('Reembolso')])
})

test('a message to an agent may name the own ones and those of the house that it reads', async () => {
  const all = [ofAna, method, ofOther, detached, deleted, ofBia]
  expect(await readable(ana, agent, ...all)).toEqual(idsOf(ofAna, method))
  expect(await readable(ana, other, ...all)).toEqual(idsOf(ofAna, ofOther))
})

test('an agent that is closed, a draft or deleted lists nothing of the house, but a draft to its administrators', async () => {
  let { version } = other
  const change = async (fields: object) => {
    version = (await scene.change(other.id, { ...fields, version })).data.version
  }
  const ofHouse = async (client: TestClient) => {
    const isListed = (await choices(client, `?agentId=${other.id}`)).some((it) => it.isHouse)
    expect(await readable(client, other, ofOther)).toEqual(isListed ? idsOf(ofOther) : [])
    return isListed
  }
  await change({ enableFreePlan: false })
  expect([await ofHouse(ana), await ofHouse(scene.admin)]).toEqual([false, true])
  await change({ enableFreePlan: true, isDraft: true })
  expect([await ofHouse(ana), await ofHouse(scene.admin)]).toEqual([false, true])
  await change({ isDraft: false })
  expect(await ofHouse(ana)).toBe(true)
  await scene.call('DELETE', other.id)
  expect([await ofHouse(ana), await ofHouse(scene.admin)]).toEqual([false, false])
  await scene.call('POST', other.id, '/restore')
  expect(await ofHouse(ana)).toBe(true)
})

test('a reply reads only the collections and sources of the house that its message names, by its tool too', async () => {
  const talk = await ChatClient.open(ana, agent.id)
  scene.app.provider.script(
    consult({ query: 'reembolso' }, { query: 'reembolso', collection: 'Aulas' }),
    says('Pronto.'),
  )
  await talk.say('Reembolso?', { context: { collectionIds: [method.collectionId] } })
  const results = exchangeOf('chat', Object(lastRequest()?.body)).results.map(String)
  expect(results[0]).toContain('Método.md')
  expect(results.join()).not.toMatch(/Aulas\.md|Caderno/)
  expect(results[1]).toContain('Não há uma coleção com este nome')
  const context = { sourceIds: [lessons.sourceId], collectionIds: [ofAna.collectionId] }
  await talk.say('Reembolso?', { context })
  expect(read()).toEqual(['Aulas.md', 'Caderno.md'])
  await talk.say('E o reembolso?')
  expect(read()).toEqual(['Aulas.md', 'Caderno.md', 'Método.md'])
})

test('A3 what the agent of the chat does not read is not found, and nothing is stored', async () => {
  const talk = await ChatClient.open(ana, agent.id)
  const calls = scene.app.provider.requests.length
  for (const { collectionId, sourceId } of [ofOther, detached, deleted, ofBia]) {
    const attempts: Partial<MessageContext>[] = [
      { collectionIds: [collectionId] },
      { sourceIds: [sourceId] },
      { collectionIds: [method.collectionId, collectionId] },
      { sourceIds: [sourceId], collectionIds: [ofAna.collectionId] },
      // Under the name of the other kind.
      { collectionIds: [sourceId] },
      { sourceIds: [collectionId] },
    ]
    for (const context of attempts) expect((await talk.send('Reembolso?', { context })).status).toBe(404)
  }
  expect(await talk.list()).toEqual([])
  expect(scene.app.provider.requests).toHaveLength(calls)
})

test('an edit, another version and the rest of a reply repeat the choice, and read nothing once the agent lost it', async () => {
  const talk = await ChatClient.open(ana, agent.id)
  const productId = await makeProduct(db(), { userId: ana.userId })
  scene.app.provider.script({ kind: 'cut', after: 1, how: 'end', tokens: ['Segundo ', 'as '] })
  const context = { collectionIds: [lessons.collectionId] }
  const first = await talk.say('Reembolso?', { context })
  const repeat = async () => {
    scene.app.provider.script(consult({ query: 'reembolso' }), says('o método.'))
    await (await talk.continue(first.replyId)).closed
    const results = exchangeOf('chat', Object(lastRequest()?.body)).results.map(String)
    return results.map((text) => [/Aulas\.md/.test(text), /Método|Caderno/.test(text)])
  }
  expect(await repeat()).toEqual([[true, false]])
  await (await talk.regenerate(first.replyId)).closed
  expect(read()).toEqual(['Aulas.md'])
  const edited = await talk.say('Reembolso, então?', { replacesId: first.messageId })
  expect(read()).toEqual(['Aulas.md'])
  const named = await talk.say('E agora?', {
    replacesId: edited.messageId,
    context: { productIds: [productId] },
  })
  expect(read()).toBeUndefined()
  await talk.say('E o reembolso?', { replacesId: named.messageId, context: { productIds: [productId] } })
  expect(read()).toEqual(['Aulas.md'])

  await detach(lessons)
  const { messageId, replyId } = await talk.say('Reembolso outra vez?', { replacesId: edited.messageId })
  expect(givenIn(lastRequest()).block).toMatchObject({ aviso: expect.stringContaining('Nenhum trecho') })
  await (await talk.regenerate(replyId)).closed
  expect(read()).toBeUndefined()
  const [row] = await db()
    .select({ context: messages.context })
    .from(messages)
    .where(eq(messages.id, messageId))
  expect(row?.context).toMatchObject(context)
  await talk.say('E o reembolso de novo?')
  expect(read()).toEqual(['Caderno.md', 'Método.md'])
})

test('a chat that goes on with another agent does not take the choice along', async () => {
  const talk = await ChatClient.open(ana, agent.id)
  const { replyId } = await talk.say('Reembolso?', { context: { collectionIds: [method.collectionId] } })
  const made = await ana.post<{ id: string }>('/chats', { agentId: other.id, fromMessageId: replyId })
  expect(made.status).toBe(201)
  const next = new ChatClient(ana, made.data.id)
  await next.say('E o reembolso?')
  expect(read()).toEqual(['Caderno.md', 'Vizinha.md'])
  expect(await db().$count(chats, eq(chats.id, made.data.id))).toBe(1)
})
