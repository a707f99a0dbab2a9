import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ReviewNote } from '#shared/contract/reviews.ts'
import { attachments, documents } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { pdfFile, sendFile } from '../../testing/factories/attachment-files.ts'
import { makeDocument } from '../../testing/factories/business.ts'
import { image } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sweepAttachments } from '../attachments/attachments.service.ts'
import { purgeDocuments } from '../documents/document-changes.queries.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const path = (documentId: string) => `/documents/${documentId}/review-notes`
const open = (client: TestClient, id: string) => client.fetch('GET', `/api/v1/attachments/${id}/file`)
const used = async () => (await ana.get<{ used: number }>('/me/storage')).data.used
const keyOf = async (id: string) =>
  (await db().select({ key: attachments.key }).from(attachments).where(eq(attachments.id, id)))[0]?.key ?? ''
const isInStore = async (key: string) => (await app.server.deps.files.read(key)) !== undefined
const PROOF = { ruleId: 'urgencia', kind: 'proved', quote: 'Últimas vagas', reason: '' }

const prove = async (documentId: string, attachmentId: string, over: object = {}) =>
  ana.post<ReviewNote>(path(documentId), { ...PROOF, attachmentId, ...over })

test('a file proves a finding, for its owner only, and goes with the remark', async () => {
  const documentId = await makeDocument(db(), { userId: ana.userId })
  const before = await used()
  const { data: picture } = await sendFile(ana, await image('png'), 'Recibo de novembro.png')
  const id = '01990000-0000-7000-8000-00000000f11e'
  const { status, data } = await prove(documentId, picture.id, { id })
  expect([status, ReviewNote.strict().parse(data).file]).toEqual([
    201,
    { id: picture.id, name: picture.name },
  ])
  expect((await prove(documentId, picture.id, { id })).status).toBe(200)
  expect(outcomeOf(await ana.post(path(documentId), { ...PROOF, id, reason: 'Sem' }))).toEqual([
    409,
    'CONFLICT',
  ])
  expect((await ana.get<ReviewNote[]>(path(documentId))).data).toEqual([data])

  const mine = await open(ana, picture.id)
  expect([mine.status, mine.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining('sandbox'),
  ])
  expect((await open(bia, picture.id)).status).toBe(404)
  const discard = await ana.call('DELETE', `/api/v1/attachments/${picture.id}`)
  expect(outcomeOf(discard)).toEqual([409, 'CONFLICT'])
  await db()
    .update(attachments)
    .set({ createdAt: sql`now() - interval '2 days'` })
    .where(eq(attachments.id, picture.id))
  await sweepAttachments(app.server.deps)
  expect((await open(ana, picture.id)).status).toBe(200)
  const { lines, names } = await exported(ana)
  expect(lines('revisoes.jsonl')).toMatchObject([{ id, attachmentId: picture.id }])
  expect(names.some((name) => name.includes('Recibo'))).toBe(true)

  const key = await keyOf(picture.id)
  expect(await isInStore(key)).toBe(true)
  const gone = await ana.call<ReviewNote>('DELETE', `/api/v1${path(documentId)}/${id}`)
  expect([gone.status, gone.data]).toEqual([200, data])
  expect([(await open(ana, picture.id)).status, await isInStore(key)]).toEqual([404, false])
  expect(await used()).toBe(before)
})

test('another person’s file, a missing one and another kind prove nothing', async () => {
  const documentId = await makeDocument(db(), { userId: ana.userId })
  const { data: theirs } = await sendFile(bia, await image('png'), 'dela.png')
  const { data: gone } = await sendFile(ana, await image('png'), 'foi.png')
  await ana.call('DELETE', `/api/v1/attachments/${gone.id}`)
  for (const id of [theirs.id, gone.id, documentId]) {
    expect(outcomeOf(await prove(documentId, id))).toEqual([404, 'NOT_FOUND'])
  }
  const { data: written } = await sendFile(ana, 'Oi', 'notas.txt')
  const post = ['POST', path(documentId)] as const
  const attachmentId = 'A prova é um PDF ou uma imagem'
  await expectRefusal(ana, [...post], { ...PROOF, attachmentId: written.id }, { attachmentId })
  const ignored = { ...PROOF, kind: 'ignored', reason: 'É o nome', attachmentId: written.id }
  await expectRefusal(ana, [...post], ignored, { attachmentId: 'Só uma prova tem arquivo' })
  expect((await ana.get<ReviewNote[]>(path(documentId))).data).toEqual([])
})

test('a file of several remarks goes with the last, also with a purged document', async () => {
  const documentId = await makeDocument(db(), { userId: ana.userId })
  const before = await used()
  const { data: pdf } = await sendFile(ana, pdfFile(['Contrato assinado em novembro']), 'Contrato.pdf')
  const { data: first } = await prove(documentId, pdf.id)
  await prove(documentId, pdf.id, { quote: 'Só hoje' })
  await ana.call('DELETE', `/api/v1${path(documentId)}/${first.id}`)
  const sent = await open(ana, pdf.id)
  expect([sent.status, sent.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment;.*Contrato\.pdf/),
  ])

  const isOfDocument = eq(documents.id, documentId)
  await db().update(documents).set({ deletedAt: new Date() }).where(isOfDocument)
  expect((await open(ana, pdf.id)).status).toBe(404)
  await db().update(documents).set({ deletedAt: null }).where(isOfDocument)
  expect((await open(ana, pdf.id)).status).toBe(200)

  const key = await keyOf(pdf.id)
  await db().update(documents).set({ deletedAt: sql`now() - interval '1 year'` }).where(isOfDocument)
  await purgeDocuments(db())
  expect((await used()) <= before).toBe(true)
  await db()
    .update(attachments)
    .set({ createdAt: sql`now() - interval '2 days'` })
    .where(eq(attachments.id, pdf.id))
  await sweepAttachments(app.server.deps)
  expect([await isInStore(key), await db().$count(attachments, eq(attachments.id, pdf.id))]).toEqual([
    false,
    0,
  ])
})
