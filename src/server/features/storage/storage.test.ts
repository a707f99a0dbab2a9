import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { Chat } from '#shared/contract/chats.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { AdminPlansPage } from '#shared/contract/plans-admin.ts'
import { StorageUsage } from '#shared/contract/storage.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { chats, messages, plans, storageChanges, storageTotals } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { retireAttachments } from '../attachments/attachments.queries.ts'
import { purgeDocuments } from '../documents/document-changes.queries.ts'
import { purgeChats } from '../trash/chat-purge.service.ts'
import { addUpStorage } from './storage.queries.ts'

let app: TestApp
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
  agentId = await openAgentId(admin)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const usage = async (who: TestClient) => StorageUsage.strict().parse((await who.get('/me/storage')).data)
const usedBy = async (who: TestClient) => (await usage(who)).used
const setLimit = (storageMegabytes: number) =>
  db().update(plans).set({ storageMegabytes }).where(eq(plans.id, FREE_PLAN_ID))

/** Counts every row of a user, as the triggers must have. */
async function recount({ userId }: TestClient): Promise<number> {
  const { rows } = await db().execute<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      select case when messages.status = 'running' then 0 else octet_length(messages.content) end as bytes
        from messages join chats on chats.id = messages.chat_id where chats.user_id = ${userId}
      union all select octet_length(origin::text) from chats where user_id = ${userId}
      union all select octet_length(body) from documents where user_id = ${userId}
      union all select octet_length(document_versions.body) from document_versions
        join documents on documents.id = document_versions.document_id where documents.user_id = ${userId}
      union all select octet_length(content) from voice_samples where user_id = ${userId}
      union all select bytes + coalesce(octet_length(content), 0) from attachments where user_id = ${userId}
    ) stored`)
  return rows[0]?.bytes ?? 0
}

const createDocument = (who: TestClient, body: string) =>
  who.call<Document>('POST', '/api/v1/documents', { title: 'Roteiro', body })
const remove = (who: TestClient, path: string) => who.call('DELETE', `/api/v1/${path}`)
function attach(who: TestClient, text: string) {
  const form = new FormData()
  form.set('file', new File([text], 'notas.txt', { type: 'text/plain' }))
  return who.call<Attachment>('POST', '/api/v1/attachments', form)
}

describe('the stored bytes', () => {
  test('equal a recount after each kind of change, before and after they are added up', async () => {
    const eva = await app.signUp('Eva Lima')
    const isExact = async () => {
      const bytes = await recount(eva)
      expect(await usedBy(eva)).toBe(bytes)
      return bytes
    }
    expect(await isExact()).toBe(0)
    const talk = await ChatClient.open(eva, agentId)
    const { replyId, messageId } = await talk.say('Olá, ação! 🚀')
    expect(await isExact()).toBeGreaterThan(Buffer.byteLength('Olá, ação! 🚀'))
    await (await talk.regenerate(replyId)).closed
    await talk.say('Outra versão', { replacesId: messageId })
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const cut = await talk.say('Pare no meio')
    await isExact()
    await (await talk.continue(cut.replyId)).closed
    await isExact()
    const other = await eva.post<Chat>('/chats', { agentId, fromMessageId: replyId })
    await isExact()
    const file = await attach(eva, 'a'.repeat(3_000))
    expect(file.status).toBe(201)
    await talk.say('Leia', { attachmentIds: [file.data.id] })
    const unsent = await attach(eva, 'b'.repeat(2_000))
    await isExact()
    const document = await createDocument(eva, 'ã'.repeat(500))
    const change = { body: 'curto', version: 1 }
    await eva.call('PATCH', `/api/v1/documents/${document.data.id}`, change)
    await isExact()
    await addUpStorage(db())
    expect(await db().$count(storageChanges)).toBe(0)
    const full = await isExact()

    // Deleted things count until they are purged.
    await remove(eva, `documents/${document.data.id}`)
    await remove(eva, `chats/${other.data.id}`)
    await remove(eva, `chats/${talk.chatId}/messages/${cut.messageId}`)
    expect(await isExact()).toBe(full)
    await remove(eva, `attachments/${unsent.data.id}`)
    expect(await isExact()).toBe(full - 4_000)
    for (const table of ['documents', 'chats', 'messages']) {
      await db().execute(
        sql`update ${sql.identifier(table)} set deleted_at = deleted_at - interval '40 days' where deleted_at is not null`,
      )
    }
    await purgeChats(app.server.deps)
    await purgeDocuments(db())
    expect(await isExact()).toBeLessThan(full - 4_000)
    await remove(eva, `chats/${talk.chatId}`)
    await db().execute(
      sql`update chats set deleted_at = deleted_at - interval '40 days' where id = ${talk.chatId}`,
    )
    await purgeChats(app.server.deps)
    await db().execute(sql`update attachments set created_at = created_at - interval '2 days'`)
    await retireAttachments(db())
    expect(await isExact()).toBe(0)
    await addUpStorage(db())
    expect(await isExact()).toBe(0)
  })

  test('are counted in parallel without a lost change, while they are added up', async () => {
    const eva = await app.signUp('Eva Lima')
    const bodies = Array.from({ length: 60 }, (_, place) => 'x'.repeat(place + 1))
    const adding = Array.from({ length: 10 }, () => addUpStorage(db()))
    await Promise.all([...bodies.map((body) => createDocument(eva, body)), ...adding])
    expect(await usedBy(eva)).toBe(await recount(eva))
    await addUpStorage(db())
    expect(await usedBy(eva)).toBe(await recount(eva))
  })

  test('are added up in batches, between which other look-ups are made', async () => {
    const eva = await app.signUp('Eva Lima')
    const ofEva = eq(storageChanges.userId, eva.userId)
    // The job of the server does not see what is not committed.
    await db().transaction(async (tx) => {
      await tx.execute(sql`insert into storage_changes (user_id, bytes)
        select ${eva.userId}, 1 from generate_series(1, 10001)`)
      // Now the planner expects a single row, as when autovacuum sees the table at such a moment.
      await db().execute(sql`analyze storage_changes`)
      const lookUp = limitConcurrency(1)
      const adding = addUpStorage(tx, lookUp)
      expect(await lookUp(() => tx.$count(storageChanges, ofEva))).toBeGreaterThan(0)
      await adding
      expect(await tx.$count(storageChanges, ofEva)).toBe(0)
    })
  })

  test('are gone with the account', async () => {
    const eva = await app.signUp('Eva Lima')
    await (await ChatClient.open(eva, agentId)).say()
    await createDocument(eva, 'Texto')
    await addUpStorage(db())
    await createDocument(eva, 'Mais texto')
    expect((await eva.call('POST', '/api/auth/delete-user', { password: eva.password })).status).toBe(200)
    await addUpStorage(db())
    expect(await db().$count(storageTotals, eq(storageTotals.userId, eva.userId))).toBe(0)
    expect(await db().$count(storageChanges)).toBe(0)
  })
})

describe('a full storage', () => {
  test('refuses what would store more, each with the same code; reading and deleting go on', async () => {
    const eva = await app.signUp('Eva Lima')
    await setLimit(1)
    try {
      const talk = await ChatClient.open(eva, agentId)
      const { replyId } = await talk.say()
      const kept = await createDocument(eva, 'Texto')
      await db()
        .update(messages)
        .set({ content: 'a'.repeat(200_000) })
        .where(eq(messages.id, replyId))
      // Copied replies: four more fit, however many are asked for.
      const copies = await Promise.all(
        Array.from({ length: 2 }, () => eva.post<Chat>('/chats', { agentId, fromMessageId: replyId })),
      )
      expect(copies.map(({ status }) => status)).toEqual([201, 201])
      let made = 0
      for (let tries = 0; tries < 20; tries += 1) {
        const { status, error } = await eva.post<Chat>('/chats', { agentId, fromMessageId: replyId })
        if (status === 201) made += 1
        else expect([status, error.code]).toEqual([403, 'STORAGE_FULL'])
      }
      expect(made).toBe(1)
      // Documents created and deleted in a loop.
      const outcomes: number[] = []
      for (let tries = 0; tries < 20; tries += 1) {
        const document = await createDocument(eva, 'd'.repeat(LIMITS.documentLength))
        outcomes.push(document.status)
        if (document.status === 201) await remove(eva, `documents/${document.data.id}`)
      }
      expect(outcomes.filter((status) => status === 201).length).toBeLessThan(3)
      expect(await usedBy(eva)).toBeLessThanOrEqual(1_000_000)
      expect(await usedBy(eva)).toBe(await recount(eva))
      const { used, limit } = await usage(eva)
      const attached = await attach(eva, 'e'.repeat(300_000))
      expect(outcomeOf(attached)).toEqual([403, 'STORAGE_FULL'])
      expect(attached.error.message).toMatch(/^Seu espaço acabou\./)
      expect(attached.error.details).toEqual({ used: String(used), limit: String(limit) })

      await db()
        .update(messages)
        .set({ content: 'a'.repeat(900_000) })
        .where(eq(messages.id, replyId))
      const calls = app.provider.requests.length
      const stored = await talk.list()
      for (const [path, body] of [
        ['/messages', newMessage()],
        [`/messages/${replyId}/regenerate`, undefined],
      ] as const) {
        expect(outcomeOf(await talk.call('POST', path, body))).toEqual([403, 'STORAGE_FULL'])
      }
      const change = { body: 'Texto maior', version: 1 }
      const patched = await eva.call('PATCH', `/api/v1/documents/${kept.data.id}`, change)
      expect(outcomeOf(patched)).toEqual([403, 'STORAGE_FULL'])
      expect(app.provider.requests).toHaveLength(calls)
      expect(await talk.list()).toEqual(stored)
      expect((await eva.get<Document>(`/documents/${kept.data.id}`)).data.body).toBe('Texto')
      // A larger plan counts at once.
      await setLimit(1_000)
      expect((await talk.say()).events.at(-1)?.data.status).toBe('done')
    } finally {
      await setLimit(1_000)
    }
  })

  test('still takes the end of a reply under way, and what was sent with it', async () => {
    const eva = await app.signUp('Eva Lima')
    await setLimit(1)
    try {
      const talk = await ChatClient.open(eva, agentId)
      const { replyId } = await talk.say()
      const other = await ChatClient.open(eva, agentId)
      const gate = Promise.withResolvers<void>()
      app.provider.script({ kind: 'hold', after: 3, until: gate.promise })
      const running = await other.begin('Escreva')
      await db()
        .update(messages)
        .set({ content: 'a'.repeat(1_200_000) })
        .where(eq(messages.id, replyId))
      gate.resolve()
      await running.closed
      const [asked, answer] = await other.list()
      expect([asked?.content, answer?.status]).toEqual(['Escreva', 'done'])
      expect(answer?.content).not.toBe('')
      expect(await usedBy(eva)).toBe(await recount(eva))
      expect(outcomeOf(await other.call('POST', '/messages', newMessage()))).toEqual([403, 'STORAGE_FULL'])
    } finally {
      await setLimit(1_000)
    }
  })

  test('has the limit of the effective plan', async () => {
    const eva = await app.signUp('Eva Lima')
    expect((await usage(eva)).limit).toBe(1_000_000_000)
    const listed = await admin.get<AdminPlansPage>('/plans/admin')
    const creator = listed.data.items.find(({ name }) => name === 'creator')
    const path = `/api/v1/plans/admin/${creator?.id}`
    const changed = { version: creator?.version, storageMegabytes: 5_000 }
    expect((await admin.call('PATCH', path, changed)).data).toMatchObject({ storageMegabytes: 5_000 })
    const zero = await admin.call('PATCH', path, { version: 2, storageMegabytes: 0 })
    expect(zero.error.details).toEqual({ storageMegabytes: 'Escreva um número inteiro de 1 a 1.000.000' })
    await admin.call('PATCH', `/api/v1/users/admin/${eva.userId}`, { planId: creator?.id })
    expect((await usage(eva)).limit).toBe(5_000_000_000)
  })
})

describe('empty chats', () => {
  test('make room for newer ones; written, named, pinned and other users’ ones stay', async () => {
    const [eva, bia] = [await app.signUp('Eva Lima'), await app.signUp('Bia Lima')]
    const hers = await ChatClient.open(bia, agentId)
    const written = await ChatClient.open(eva, agentId)
    await written.say()
    const named = await ChatClient.open(eva, agentId)
    await named.call('PATCH', '', { title: 'Lançamento' })
    const first = await ChatClient.open(eva, agentId)
    await db().execute(sql`insert into chats (id, agent_id, user_id, title)
      select gen_random_uuid(), ${agentId}, ${eva.userId}, 'Nova' from generate_series(1, ${SERVER_LIMITS.emptyChats}::int)`)
    await Promise.all(Array.from({ length: 30 }, () => ChatClient.open(eva, agentId)))
    const last = await ChatClient.open(eva, agentId)
    expect(await db().$count(chats, eq(chats.userId, eva.userId))).toBe(SERVER_LIMITS.emptyChats + 2)
    expect((await first.call('GET', '')).status).toBe(404)
    for (const kept of [hers, written, named, last]) expect((await kept.call('GET', '')).status).toBe(200)
    expect((await last.say()).events.at(-1)?.data.status).toBe('done')
  })
})
