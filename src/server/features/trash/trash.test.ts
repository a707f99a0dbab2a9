import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Offer } from '#shared/contract/offers.ts'
import type { EmptiedTrash, TrashItem, TrashPage } from '#shared/contract/trash.ts'
import { LIMITS } from '#shared/limits.ts'
import {
  attachments,
  brands,
  chats,
  documents,
  documentVersions,
  messages,
  offers,
  products,
} from '../../db/schema/index.ts'
import { sendFile } from '../../testing/factories/attachment-files.ts'
import { makeBrand, makeDocument, makeOffer, makeProduct } from '../../testing/factories/business.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makeConversation } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeDeletedAssets } from '../assets/asset-rows.queries.ts'
import { readStorage } from '../storage/storage.queries.ts'
import { purgeChats } from './chat-purge.service.ts'
import { expireTrash } from './trash.queries.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp())
})
afterAll(() => app.close())

type Kind = TrashItem['kind']
const PATHS = { chat: 'chats', product: 'products', brand: 'brands', offer: 'offers', document: 'documents' }
const TABLES = { chat: chats, product: products, brand: brands, offer: offers, document: documents }

const pathOf = (kind: Kind, id: string) => `/${PATHS[kind]}/${id}`
const remove = (client: TestClient, kind: Kind, id: string) =>
  client.call(
    'DELETE',
    `/api/v1${pathOf(kind, id)}?${kind === 'chat' || kind === 'document' ? '' : 'force=true'}`,
  )
const restore = (client: TestClient, kind: Kind, id: string) => client.post(`${pathOf(kind, id)}/restore`)
const forGood = (client: TestClient, kind: string, id: string) =>
  client.call<EmptiedTrash>('DELETE', `/api/v1/trash/${kind}/${id}`)
const empty = (client: TestClient) => client.call<EmptiedTrash>('DELETE', '/api/v1/trash')
const trash = async (client: TestClient, query = '') => (await client.get<TrashPage>(`/trash${query}`)).data
const idsOf = async (client: TestClient, query = '') => (await trash(client, query)).items.map(({ id }) => id)
const sendWith = (client: TestClient, chatId: string, attachmentId: string) =>
  client.call('POST', `/api/v1/chats/${chatId}/messages`, { ...newMessage(), attachmentIds: [attachmentId] })
const rows = (kind: Kind, id: string) => app.server.deps.db.$count(TABLES[kind], eq(TABLES[kind].id, id))

/** One thing of each kind, all deleted in this order. */
async function deleteOne(client: TestClient): Promise<[Kind, string][]> {
  const { db } = app.server.deps
  const { userId } = client
  const made: [Kind, string][] = [
    ['chat', (await makeConversation(db, { userId, agentId })).chatId],
    ['product', await makeProduct(db, { userId, name: 'Método Açaí' })],
    ['brand', await makeBrand(db, { userId, name: 'Doces da Marina' })],
    ['offer', await makeOffer(db, { userId, name: 'Turma de março' })],
    ['document', await makeDocument(db, { userId, title: 'Roteiro de açaí' })],
  ]
  for (const [kind, id] of made) expect((await remove(client, kind, id)).status).toBe(200)
  return made
}

describe('the trash', () => {
  test('lists the user’s own deleted things of the last days, last deleted first', async () => {
    const [ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
    const { db } = app.server.deps
    const made = await deleteOne(ana)
    await makeProduct(db, { userId: ana.userId })
    const daysAgo = (days: number) => sql`now() - interval '1 day' * ${days}`
    for (const deletedAt of [daysAgo(LIMITS.deletedAssetDays + 1), daysAgo(LIMITS.deletedAssetDays - 1)]) {
      const id = await makeProduct(db, { userId: ana.userId, name: 'Antigo' })
      await db.update(products).set({ deletedAt }).where(eq(products.id, id))
    }
    await openChat(ana, agentId).then((id) => remove(ana, 'chat', id))
    const { items } = await trash(ana)
    expect(items.map(({ kind, id }) => [kind, id]).slice(0, 5)).toEqual(made.toReversed())
    expect(items.slice(5).map(({ name }) => name)).toEqual(['Antigo'])
    for (const { deletedAt, restorableUntil } of items) {
      const days = (Date.parse(restorableUntil) - Date.parse(deletedAt)) / 86_400_000
      expect(days).toBeCloseTo(LIMITS.deletedAssetDays, 5)
    }
    expect((await trash(bia)).items).toEqual([])
  })

  test('is searched by name, without accents, filtered by kind and paged', async () => {
    const ana = await app.signUp()
    const made = await deleteOne(ana)
    const ids = made.map(([, id]) => id).toReversed()
    expect((await trash(ana, '?q=acai')).items.map(({ kind }) => kind)).toEqual(['document', 'product'])
    expect(await idsOf(ana, '?q=%25')).toEqual([])
    for (const [kind, id] of made) expect(await idsOf(ana, `?kind=${kind}`)).toEqual([id])
    const paged: string[] = []
    let cursor = ''
    for (let page = await trash(ana, '?limit=2'); ; page = await trash(ana, `?limit=2${cursor}`)) {
      paged.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(paged).toEqual(ids)
    for (const query of ['?kind=credential', '?cursor=nenhum', '?limit=101', `?q=${'a'.repeat(1_000)}`]) {
      expect((await ana.get(`/trash${query}`)).status).toBe(400)
    }
  })

  test('gives back what hung on a thing: files of a chat, links of an offer, places in offers', async () => {
    const ana = await app.signUp()
    const { db } = app.server.deps
    const { userId } = ana
    const chatId = await openChat(ana, agentId)
    const file = (await sendFile(ana, 'Tabela', 'tabela.txt')).data
    await sendWith(ana, chatId, file.id)
    const [productId, brandId] = [await makeProduct(db, { userId }), await makeBrand(db, { userId })]
    const offerId = await makeOffer(db, { userId, productIds: [productId], brandIds: [brandId] })
    const before = (await ana.get<Offer>(`/offers/${offerId}`)).data
    const written = await messagesOf(ana, chatId)
    const things: [Kind, string][] = [
      ['product', productId],
      ['offer', offerId],
      ['brand', brandId],
      ['chat', chatId],
    ]
    for (const [kind, id] of things) await remove(ana, kind, id)
    expect((await ana.fetch('GET', `/api/v1/attachments/${file.id}/file`)).status).toBe(404)
    expect(await idsOf(ana)).toEqual(things.map(([, id]) => id).toReversed())
    for (const [kind, id] of things) expect((await restore(ana, kind, id)).status).toBe(200)
    expect((await ana.get<Offer>(`/offers/${offerId}`)).data).toEqual(before)
    expect(await messagesOf(ana, chatId)).toEqual(written)
    expect(await (await ana.fetch('GET', `/api/v1/attachments/${file.id}/file`)).text()).toBe('Tabela')
    expect(await idsOf(ana)).toEqual([])
  })
})

describe('deleting for good', () => {
  test('deletes the row of each kind, once, and only the user’s own from the trash', async () => {
    const [ana, bia] = [await app.signUp(), await app.signUp()]
    const made = await deleteOne(ana)
    const live = await makeProduct(app.server.deps.db, { userId: ana.userId })
    for (const [kind, id] of made) {
      expect((await forGood(bia, kind, id)).status).toBe(404)
      const other = kind === 'chat' ? 'product' : 'chat'
      expect((await forGood(ana, other, id)).status).toBe(404)
      expect(await rows(kind, id)).toBe(1)
      expect((await forGood(ana, kind, id)).data).toEqual({ count: 1 })
      expect(await rows(kind, id)).toBe(0)
      expect((await restore(ana, kind, id)).status).toBe(404)
      expect((await forGood(ana, kind, id)).status).toBe(404)
    }
    expect((await forGood(ana, 'product', live)).status).toBe(404)
    expect((await forGood(ana, 'credential', live)).status).toBe(400)
    expect((await forGood(ana, 'product', randomUUID())).status).toBe(404)
    expect(await rows('product', live)).toBe(1)
    expect((await trash(ana)).items).toEqual([])
  })

  test('deletes messages, running replies, files and versions; unsent files and other chats stay', async () => {
    const ana = await app.signUp()
    const { db, files } = app.server.deps
    const chatId = await openChat(ana, agentId)
    const [sent, unsent] = [await sendFile(ana, 'a', 'a.txt'), await sendFile(ana, 'b', 'b.txt')]
    await sendWith(ana, chatId, sent.data.id)
    app.provider.script({ kind: 'stall', after: 3 })
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    const keyOf = async (id: string) =>
      (await db.select().from(attachments).where(eq(attachments.id, id)))[0]?.key ?? ''
    const [gone, kept] = [await keyOf(sent.data.id), await keyOf(unsent.data.id)]
    expect(await files.read(gone)).toBeDefined()
    await remove(ana, 'chat', chatId)
    expect((await forGood(ana, 'chat', chatId)).status).toBe(200)
    await stream.rest()
    expect(await db.$count(messages, eq(messages.chatId, chatId))).toBe(0)
    expect([await files.read(gone), Boolean(await files.read(kept))]).toEqual([undefined, true])
    // The row still counts the attempt of the day.
    expect(
      await db.$count(attachments, and(eq(attachments.userId, ana.userId), eq(attachments.bytes, 0))),
    ).toBe(1)
    expect((await ana.fetch('GET', `/api/v1/attachments/${sent.data.id}/file`)).status).toBe(404)

    const documentId = await makeDocument(db, { userId: ana.userId })
    await remove(ana, 'document', documentId)
    await forGood(ana, 'document', documentId)
    expect(await db.$count(documentVersions, eq(documentVersions.documentId, documentId))).toBe(0)
    // The unsent file and its text.
    expect((await readStorage(db, { userId: ana.userId })).used).toBe(2)
  })

  test('empties the whole trash of one user, also asked twice at once', async () => {
    const [ana, bia] = [await app.signUp(), await app.signUp()]
    const [made, theirs] = [await deleteOne(ana), await deleteOne(bia)]
    const live = await makeConversation(app.server.deps.db, { userId: ana.userId, agentId })
    const counts = (await Promise.all([empty(ana), empty(ana)])).map(({ data }) => data.count)
    expect(counts.sort()).toEqual([0, 5])
    for (const [kind, id] of made) expect(await rows(kind, id)).toBe(0)
    for (const [kind, id] of theirs) expect(await rows(kind, id)).toBe(1)
    expect(await messagesOf(ana, live.chatId)).toHaveLength(2)
    expect((await trash(ana)).items).toEqual([])
    expect((await trash(bia)).items).toHaveLength(5)
  })

  test('goes on in the next purge when it takes too long; nothing of it comes back before', async () => {
    const ana = await app.signUp()
    const { deps } = app.server
    const { chatId } = await makeConversation(deps.db, { userId: ana.userId, agentId })
    await remove(ana, 'chat', chatId)
    await expireTrash(deps.db, { userId: ana.userId })
    await purgeChats(deps, { userId: ana.userId }, () => true)
    expect(await rows('chat', chatId)).toBe(1)
    expect([(await restore(ana, 'chat', chatId)).status, await idsOf(ana)]).toEqual([404, []])
    await purgeChats(deps)
    expect(await rows('chat', chatId)).toBe(0)
  })

  test('is what the purge does alone after the retention time', async () => {
    const ana = await app.signUp()
    const { deps } = app.server
    const id = await makeProduct(deps.db, { userId: ana.userId })
    const setDeleted = (hours: number) =>
      deps.db
        .update(products)
        .set({
          deletedAt: sql`now() - interval '1 day' * ${LIMITS.deletedAssetDays} - interval '1 hour' * ${hours}`,
        })
        .where(eq(products.id, id))
    await setDeleted(-1)
    await purgeDeletedAssets(deps.db)
    expect(await idsOf(ana)).toEqual([id])
    await setDeleted(1)
    expect(await idsOf(ana)).toEqual([])
    await purgeDeletedAssets(deps.db)
    expect(await rows('product', id)).toBe(0)
  })
})
