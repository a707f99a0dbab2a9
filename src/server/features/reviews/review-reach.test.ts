import { inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminReviewRule, RuleReach } from '#shared/contract/reviews.ts'
import { REACH_LIMITS } from '#shared/revisor/limits.ts'
import { documents } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { makeDocument } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  // The first account administers.
  admin = await app.signUp('Rita')
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const reach = (id: string, client = admin) => client.get<RuleReach>(`/review-rules/admin/${id}/reach`)
const change = (id: string, body: unknown) =>
  admin.call<AdminReviewRule>('PATCH', `/api/v1/review-rules/admin/${id}`, body)

async function makeRule(over: object = {}): Promise<string> {
  const { data } = await admin.post<AdminReviewRule>('/review-rules/admin', {
    severity: 'risk',
    title: 'Segredo',
    why: 'A casa não fala de segredo.',
    suggestion: '',
    source: 'Decisão da casa',
    sourceAddress: '',
    readAt: null,
    isLawyerReviewed: false,
    channels: ['page'],
    phrases: ['método secreto'],
    ...over,
  })
  return data.id
}

test('a rule tells how many documents and people it concerns, and titles of the own ones only', async () => {
  const own = (over: object) => makeDocument(db(), { userId: admin.userId, ...over })
  const older = await own({
    title: 'Página',
    body: 'O MÉTODO\n  secreto.',
    updatedAt: new Date('2026-01-01'),
  })
  const newer = await own({ title: 'Anúncio', body: 'Meu **método secreto**.' })
  await own({ title: 'Limpo', body: 'Meu método secretíssimo.' })
  await own({ title: 'Na lixeira', body: 'O método secreto.', deletedAt: new Date() })
  const foreign = [
    await makeDocument(db(), {
      userId: ana.userId,
      title: 'Lançamento da Ana',
      body: 'Método secreto da Ana',
    }),
    await makeDocument(db(), { userId: ana.userId, title: 'Outro da Ana', body: 'O metodo secreto' }),
    await makeDocument(db(), { userId: bia.userId, title: 'Página da Bia', body: 'Um pulo do gato' }),
  ]
  const id = await makeRule()
  const { status, data, body } = await reach(id)
  expect(status).toBe(200)
  expect(RuleReach.strict().parse(data)).toEqual({
    documents: 4,
    people: 2,
    own: [
      { id: newer, title: 'Anúncio' },
      { id: older, title: 'Página' },
    ],
    ownDocuments: 2,
    checked: 6,
    isCut: false,
  })
  const answer = JSON.stringify(body)
  for (const secret of [...foreign, ana.userId, bia.userId, 'da Ana', 'da Bia']) {
    expect(answer).not.toContain(secret)
  }

  await change(id, { phrases: ['pulo do gato'] })
  expect((await reach(id)).data).toMatchObject({ documents: 1, people: 1, own: [], ownDocuments: 0 })
  // A rule that is off tells what it would find.
  await change(id, { isEnabled: false })
  expect((await reach(id)).data).toMatchObject({ documents: 1 })
  await change(id, { phrases: ['ninguém escreveu isto'] })
  expect((await reach(id)).data).toMatchObject({ documents: 0, people: 0, own: [] })
})

test('a rule of the code that needs no saved data counts too', async () => {
  const before = (await reach('superlativo')).data.documents
  await makeDocument(db(), { userId: bia.userId, body: 'O **melhor curso** do Brasil.' })
  expect((await reach('superlativo')).data.documents).toBe(before + 1)
})

test('only administrators count, and no rule that needs saved data', async () => {
  const id = await makeRule()
  expect(outcomeOf(await reach(id, ana))).toEqual([403, 'FORBIDDEN'])
  expect(outcomeOf(await reach('preco-diferente'))).toEqual([404, 'NOT_FOUND'])
  expect(outcomeOf(await reach('casa-nenhuma'))).toEqual([404, 'NOT_FOUND'])
  expect(outcomeOf(await reach('Casa!'))).toEqual([400, 'VALIDATION_ERROR'])
})

test('the newest documents are read, by one count at a time, and few titles are listed', async () => {
  const ids = Array.from({ length: REACH_LIMITS.documents }, () => uuidv7())
  const titled = REACH_LIMITS.ownTitles + 1
  const rows = ids.map((id, at) => ({
    id,
    userId: at < titled ? admin.userId : bia.userId,
    title: `Documento ${at}`,
    body: 'A fórmula secreta',
  }))
  await db().insert(documents).values(rows)
  await makeDocument(db(), {
    userId: ana.userId,
    body: 'Uma fórmula secreta antiga',
    updatedAt: new Date('2020-01-01'),
  })
  const id = await makeRule({ phrases: ['fórmula secreta'] })
  const answers = await Promise.all([reach(id), reach(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('10')
  const { data } = await reach(id)
  expect(data).toMatchObject({
    ...{ documents: REACH_LIMITS.documents, people: 2, checked: REACH_LIMITS.documents, isCut: true },
    ownDocuments: titled,
  })
  expect(data.own).toHaveLength(REACH_LIMITS.ownTitles)
  await db().delete(documents).where(inArray(documents.id, ids))
  // The oldest one is read now.
  expect((await reach(id)).data).toMatchObject({ documents: 1, people: 1, isCut: false })
})
