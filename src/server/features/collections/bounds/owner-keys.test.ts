import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintOf } from '../../../db/connect.ts'
import {
  agentCollections,
  collections,
  HOUSE_OWNER_ID,
  passages,
  passageVectors,
  sources,
} from '../../../db/schema/index.ts'
import { makeCollection, makeSource } from '../../../testing/factories/business.ts'
import { openAgentId } from '../../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let ana: string
let bia: string
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  const client = await app.signUp('Ana')
  ;[ana, bia] = [client.userId, (await app.signUp('Bia')).userId]
  agentId = await openAgentId(client)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const refusalOf = (written: PromiseLike<unknown>) =>
  Promise.resolve(written).then(
    () => 'stored',
    (error) => constraintOf(error),
  )

test.each([
  ['of an account with another owner', () => ({ ownerId: bia, userId: ana })],
  ['of the house with an account', () => ({ ownerId: HOUSE_OWNER_ID, userId: ana })],
  ['of nobody', () => ({ ownerId: ana, userId: null })],
])('no collection is stored that is %s', async (_whose, owner) => {
  const stored = db()
    .insert(collections)
    .values({ name: 'Alheia', ...owner() })
  expect(await refusalOf(stored)).toBe('collections_owner_check')
})

test('no source is stored in a collection of another owner', async () => {
  const collectionId = await makeCollection(db(), { userId: ana })
  const intoIt = (ownerId: string) =>
    db()
      .insert(sources)
      .values({ ownerId, collectionId, name: 'a.md', kind: 'md', contentHash: randomUUID() })
  expect(await refusalOf(intoIt(bia))).toBe('sources_collection_fk')
  expect(await refusalOf(intoIt(HOUSE_OWNER_ID))).toBe('sources_collection_fk')
  expect(await refusalOf(intoIt(ana))).toBe('stored')
})

test('no passage is stored in a source of another owner, and none is given to another owner', async () => {
  const sourceId = await makeSource(db(), { userId: ana, texts: ['Um trecho.'] })
  const place = {
    sourceId,
    version: 1,
    position: 1,
    text: 'x',
    tokens: 1,
    hash: '',
    headings: [],
    vector: '',
  }
  const intoIt = (ownerId: string) =>
    db()
      .insert(passages)
      .values({ ...place, ownerId })
  expect(await refusalOf(intoIt(bia))).toBe('passages_source_fk')
  expect(await refusalOf(intoIt(ana))).toBe('stored')
  expect(await refusalOf(db().update(passages).set({ ownerId: bia }))).toBe('passages_source_fk')
})

test('no vector is stored for a passage of another owner, nor of another source', async () => {
  const [sourceId, other] = [
    await makeSource(db(), { userId: ana, texts: ['Um trecho.'] }),
    await makeSource(db(), { userId: ana, texts: [] }),
  ]
  const [passage] = await db().select().from(passages).where(eq(passages.sourceId, sourceId))
  const vector = {
    passageId: passage?.id ?? '',
    space: 'teste/8',
    code: '10101010',
    vector: Buffer.alloc(8),
    scale: 1,
  }
  const forIt = (ownerId: string, of = sourceId) =>
    db()
      .insert(passageVectors)
      .values({ ...vector, ownerId, sourceId: of })
  expect(await refusalOf(forIt(bia))).toBe('passage_vectors_passage_fk')
  expect(await refusalOf(forIt(ana, other))).toBe('passage_vectors_passage_fk')
  expect(await refusalOf(forIt(ana))).toBe('stored')
})

test('no agent is given a collection of a person, under either owner', async () => {
  const collectionId = await makeCollection(db(), { userId: ana })
  const [house] = await db().insert(collections).values({ ownerId: HOUSE_OWNER_ID, name: 'Casa' }).returning()
  const give = (ownerId: string, id = collectionId) =>
    db().insert(agentCollections).values({ agentId, collectionId: id, ownerId })
  expect(await refusalOf(give(ana))).toBe('agent_collections_house_check')
  expect(await refusalOf(give(HOUSE_OWNER_ID))).toBe('agent_collections_collection_fk')
  expect(await refusalOf(give(HOUSE_OWNER_ID, house?.id))).toBe('stored')
})
