import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { AdminReviewRule, Review, ReviewNote } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { HOUSE_RULES, RULES_VERSION } from '#shared/revisor/rules.ts'
import { brandVoices, documents, reviewNotes, reviewRules, sources } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import {
  makeBrand,
  makeDocument,
  makeOffer,
  makeProduct,
  makeSource,
} from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  // The first account administers.
  admin = await app.signUp('Rita')
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const review = (body: object, client = ana) => client.post<Review>('/reviews', { channel: 'page', ...body })
const kinds = async (body: object) => (await review(body)).data.findings.map(({ ruleId }) => ruleId)
const rules = async () => (await admin.get<AdminReviewRule[]>('/review-rules/admin')).data
const change = (id: string, body: unknown) =>
  admin.call<AdminReviewRule>('PATCH', `/api/v1/review-rules/admin/${id}`, body)
const lastEntry = async () =>
  (await admin.get<{ items: AuditEntry[] }>('/audit/admin?entity=review-rule&limit=1')).data.items[0]

const OWN = {
  severity: 'block',
  title: 'Método secreto',
  why: 'A casa não fala de segredo.',
  suggestion: 'Diga o que o método é.',
  source: 'Decisão da casa',
  sourceAddress: '',
  readAt: '2026-11-20',
  isLawyerReviewed: false,
  channels: ['page', 'email'],
  phrases: ['método secreto', 'fórmula secreta'],
}

describe('a review', () => {
  test('answers findings with their rules, stores nothing, and approves nothing', async () => {
    const text = 'Oi 👋 Lucro garantido!'
    const { status, data } = await review({ text })
    expect(status).toBe(200)
    expect(Review.strict().parse(data)).toMatchObject({
      findings: [{ ruleId: 'renda-garantida', severity: 'block', quote: 'Lucro garantido', detail: null }],
      rules: [{ id: 'renda-garantida', isLawyerReviewed: false, readAt: '2026-11-28' }],
      rulesVersion: 1,
      rulesDate: RULES_VERSION,
    })
    const { data: short } = await review({ text: 'Garantia de 3 dias.' })
    expect(short.rules).toMatchObject([{ id: 'garantia-curta', readAt: '2026-11-27' }])
    const [finding] = data.findings
    expect(text.slice(finding?.start, finding?.end)).toBe('Lucro garantido')
    const clean = (await review({ text: 'Garantia de 7 dias.' })).data
    expect(clean).toMatchObject({ findings: [], rules: [] })
    expect(JSON.stringify(clean)).not.toMatch(/aprovad|segur/i)
  })

  test('compares the own saved product, offer and brand', async () => {
    const userId = ana.userId
    const productId = await makeProduct(db(), {
      userId,
      practicePrice: '997,00',
      practicePriceDecimal: '997.00',
    })
    const offerId = await makeOffer(db(), { userId, productIds: [productId], offer: 'Carrinho até 12/12.' })
    const brandId = await makeBrand(db(), { userId })
    await db()
      .insert(brandVoices)
      .values({ brandId, userId, forbiddenWords: ['gratidão'] })
    const text = 'Por apenas R$ 979,00. Inscrições até 15/12. Gratidão!'
    expect(await kinds({ text })).toEqual([])
    expect(await kinds({ text, productId })).toEqual(['preco-diferente'])
    expect(await kinds({ text, offerId })).toEqual(['preco-diferente', 'prazo-diferente'])
    expect(await kinds({ text, brandId })).toEqual(['palavra-da-marca'])
  })

  test('refuses what is of another user, missing or invalid', async () => {
    const bia = await app.signUp('Bia')
    const productId = await makeProduct(db(), { userId: bia.userId })
    const offerId = await makeOffer(db(), { userId: bia.userId })
    const brandId = await makeBrand(db(), { userId: bia.userId })
    const gone = await makeProduct(db(), { userId: ana.userId, deletedAt: new Date() })
    for (const chosen of [
      { productId },
      { offerId },
      { brandId },
      { productId: gone },
      { productId: randomUUID() },
    ]) {
      expect(outcomeOf(await review({ text: 'Oi', ...chosen }))).toEqual([404, 'NOT_FOUND'])
    }
    const post = ['POST', '/reviews'] as const
    await expectRefusal(ana, [...post], { text: ' ', channel: 'page' }, { text: 'O texto é obrigatório' })
    await expectRefusal(
      ana,
      [...post],
      { text: 'Oi', channel: 'tv' },
      { channel: 'Escolha onde o texto vai sair' },
    )
    const long = 'a'.repeat(REVIEW_LIMITS.textLength + 1)
    await expectRefusal(
      ana,
      [...post],
      { text: long, channel: 'page' },
      { text: 'O texto passa de 100.000 caracteres' },
    )
  })
})

describe('rules of the house', () => {
  test('are those of the code at first, and keep what an administrator changes', async () => {
    expect((await rules()).map(({ id }) => id)).toEqual(
      expect.arrayContaining(HOUSE_RULES.map(({ id }) => id)),
    )
    const text = 'Últimas vagas!'
    expect((await review({ text })).data.findings).toMatchObject([{ severity: 'risk' }])
    const { data } = await change('urgencia', { severity: 'improve', isLawyerReviewed: true })
    expect(AdminReviewRule.strict().parse(data)).toMatchObject({
      version: 2,
      severity: 'improve',
      isOwn: false,
    })
    expect(await lastEntry()).toMatchObject({
      action: 'review-rule.update',
      entityName: 'Urgência ou escassez sem base',
      before: { severity: 'risk', isLawyerReviewed: false },
      after: { severity: 'improve', isLawyerReviewed: true },
    })
    const changed = (await review({ text })).data
    expect(changed.findings).toMatchObject([{ severity: 'improve' }])
    expect(changed.rules).toMatchObject([{ isLawyerReviewed: true }])
    expect(changed.rulesVersion).toBe(2)
    expect(changed.rulesDate >= RULES_VERSION).toBe(true)
    await change('urgencia', { isEnabled: false })
    expect(await kinds({ text })).toEqual([])
    await change('urgencia', { isEnabled: true, channels: ['meta'] })
    expect(await kinds({ text })).toEqual([])
    expect(await kinds({ text, channel: 'meta' })).toEqual(['urgencia'])
    await change('urgencia', { channels: ['page', 'meta'] })
    const before = await lastEntry()
    await change('urgencia', { channels: ['page', 'meta'] })
    expect(await lastEntry()).toEqual(before)
  })

  test('may be added as phrases, changed and deleted, up to a limit', async () => {
    const made = await admin.post<AdminReviewRule>('/review-rules/admin', OWN)
    expect([made.status, made.data.isOwn]).toEqual([201, true])
    expect(await kinds({ text: 'Meu MÉTODO secreto.' })).toEqual([made.data.id])
    expect(await kinds({ text: 'Meu método secreto.', channel: 'meta' })).toEqual([])
    expect((await change(made.data.id, { phrases: ['pulo do gato'] })).data.phrases).toEqual(['pulo do gato'])
    expect(await kinds({ text: 'O pulo do gato e o método secreto.' })).toEqual([made.data.id])
    const { rulesVersion } = (await review({ text: 'Oi' })).data
    const gone = await admin.call('DELETE', `/api/v1/review-rules/admin/${made.data.id}`)
    expect(gone.status).toBe(200)
    // The number grows, also when a rule goes.
    expect((await review({ text: 'Oi' })).data.rulesVersion).toBe(rulesVersion + 1)
    expect(await lastEntry()).toMatchObject({ action: 'review-rule.delete', entityName: 'Método secreto' })
    expect(await kinds({ text: 'O pulo do gato.' })).toEqual([])
    expect(outcomeOf(await change(made.data.id, { isEnabled: false }))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await admin.call('DELETE', '/api/v1/review-rules/admin/urgencia'))).toEqual([
      404,
      'NOT_FOUND',
    ])

    const row = { ...OWN, severity: 'risk', channels: ['page'] } as const
    const ids = Array.from({ length: REVIEW_LIMITS.ownRules }, () => `casa-${randomUUID()}`)
    await db()
      .insert(reviewRules)
      .values(ids.map((id) => ({ ...row, id, isOwn: true, channels: [...row.channels] })))
    expect(outcomeOf(await admin.post('/review-rules/admin', OWN))).toEqual([409, 'CONFLICT'])
    await db().delete(reviewRules).where(eq(reviewRules.isOwn, true))
  })

  test.each([
    [{ phrases: [] }, 'phrases', 'Escreva pelo menos uma frase'],
    [{ phrases: ['a', 'A'] }, 'phrases', 'Há uma frase repetida'],
    [{ phrases: ['a\nb'] }, 'phrases.0', 'Uma frase fica em uma linha'],
    [{ channels: [] }, 'channels', 'Escolha pelo menos um lugar'],
    [{ sourceAddress: 'javascript:alert(1)' }, 'sourceAddress', 'Endereço inválido'],
    [{ title: ' ' }, 'title', 'Dê um nome à regra'],
    [{ readAt: 'ontem' }, 'readAt', 'Data inválida'],
  ])('refuse %j', async (over, field, text) => {
    await expectRefusal(admin, ['POST', '/review-rules/admin'], { ...OWN, ...over }, { [field]: text })
    expect(await db().$count(reviewRules, eq(reviewRules.isOwn, true))).toBe(0)
  })

  test('of the code have no phrases', async () => {
    const text = 'Esta regra é conferida pelo código e não tem frases'
    await expectRefusal(admin, ['PATCH', '/review-rules/admin/cura'], { phrases: ['a'] }, { phrases: text })
  })
})

describe('remarks of a document', () => {
  const path = (documentId: string) => `/documents/${documentId}/review-notes`
  const body = { ruleId: 'urgencia', kind: 'proved', quote: 'Últimas vagas', reason: ' Planilha de 27/11 ' }

  test('are added once, listed, exported, weighed and deleted', async () => {
    const documentId = await makeDocument(db(), { userId: ana.userId })
    const used = async () => (await ana.get<{ used: number }>('/me/storage')).data.used
    const before = await used()
    const id = randomUUID()
    const { status, data } = await ana.post<ReviewNote>(path(documentId), { id, ...body })
    expect([status, ReviewNote.strict().parse(data)]).toEqual([
      201,
      { ...body, id, reason: 'Planilha de 27/11', source: null, file: null, createdAt: expect.any(String) },
    ])
    expect((await ana.post(path(documentId), { id, ...body })).status).toBe(200)
    expect(outcomeOf(await ana.post(path(documentId), { id, ...body, reason: 'Outro' }))).toEqual([
      409,
      'CONFLICT',
    ])
    expect((await ana.get<ReviewNote[]>(path(documentId))).data).toEqual([data])
    const bytes = Buffer.byteLength(data.quote) + Buffer.byteLength(data.reason)
    expect((await used()) - before).toBe(bytes)
    const { lines } = await exported(ana)
    expect(lines('revisoes.jsonl')).toMatchObject([{ id, documentId, quote: 'Últimas vagas' }])
    expect((await ana.call('DELETE', `/api/v1${path(documentId)}/${id}`)).status).toBe(200)
    expect(await used()).toBe(before)
    expect(outcomeOf(await ana.call('DELETE', `/api/v1${path(documentId)}/${id}`))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  test('may be proved by an own source, which says so when it is deleted', async () => {
    const documentId = await makeDocument(db(), { userId: ana.userId })
    const sourceId = await makeSource(db(), { userId: ana.userId, name: 'Planilha.md' })
    const id = randomUUID()
    const note = { ...body, id, reason: '', sourceId }
    const { status, data } = await ana.post<ReviewNote>(path(documentId), note)
    const proof = { id: sourceId, name: 'Planilha.md', collectionId: expect.any(String) }
    expect([status, data.source, data.reason]).toEqual([201, proof, ''])
    expect((await ana.post(path(documentId), note)).status).toBe(200)
    const { sourceId: _, ...other } = { ...note, reason: 'x' }
    expect(outcomeOf(await ana.post(path(documentId), other))).toEqual([409, 'CONFLICT'])
    expect((await ana.get<ReviewNote[]>(path(documentId))).data).toEqual([data])
    const { lines } = await exported(ana)
    expect(lines('revisoes.jsonl')).toContainEqual(expect.objectContaining({ id, sourceId }))

    const bia = await app.signUp('Bia')
    const foreign = await makeSource(db(), { userId: bia.userId })
    const gone = await makeSource(db(), { userId: ana.userId, deletedAt: new Date() })
    for (const it of [foreign, gone, randomUUID()]) {
      const outcome = outcomeOf(await ana.post(path(documentId), { ...body, sourceId: it }))
      expect(outcome).toEqual([404, 'NOT_FOUND'])
    }
    const post = ['POST', path(documentId)] as const
    const ignored = { ...body, kind: 'ignored', sourceId }
    await expectRefusal(ana, [...post], ignored, { sourceId: 'Só uma prova tem fonte' })

    await db().delete(sources).where(eq(sources.id, sourceId))
    const [kept] = (await ana.get<ReviewNote[]>(path(documentId))).data
    expect(kept?.source).toEqual({ id: sourceId, name: null, collectionId: null })
  })

  test('are bounded, and leave with their document', async () => {
    const documentId = await makeDocument(db(), { userId: ana.userId })
    const row = { ...body, kind: 'ignored', documentId, userId: ana.userId } as const
    await db()
      .insert(reviewNotes)
      .values(Array.from({ length: REVIEW_LIMITS.notesPerDocument }, () => row))
    expect(outcomeOf(await ana.post(path(documentId), body))).toEqual([409, 'CONFLICT'])
    await db().delete(documents).where(eq(documents.id, documentId))
    expect(await db().$count(reviewNotes, eq(reviewNotes.documentId, documentId))).toBe(0)
    expect(await db().$count(reviewNotes, ne(reviewNotes.userId, ana.userId))).toBe(0)
  })

  test('need a reason and words, and an own document that is kept', async () => {
    const documentId = await makeDocument(db(), { userId: ana.userId })
    const call = ['POST', path(documentId)] as const
    await expectRefusal(ana, [...call], { ...body, reason: ' ' }, { reason: 'Escreva o motivo' })
    await expectRefusal(ana, [...call], { ...body, quote: '' }, { quote: 'O trecho é obrigatório' })
    const deleted = await makeDocument(db(), { userId: ana.userId, deletedAt: new Date() })
    for (const id of [deleted, randomUUID()]) {
      expect(outcomeOf(await ana.post(path(id), body))).toEqual([404, 'NOT_FOUND'])
      expect(outcomeOf(await ana.get(path(id)))).toEqual([404, 'NOT_FOUND'])
    }
  })
})
