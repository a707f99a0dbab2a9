import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import type { AdminReviewRule, Review } from '#shared/contract/reviews.ts'
import { HOUSE_RULES } from '#shared/revisor/rules.ts'
import { reviewRules } from '../../db/schema/index.ts'
import { seed } from '../../db/seed/seed.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Rita')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const review = (body: object) => admin.post<Review>('/reviews', { channel: 'page', ...body })
const rules = async () => (await admin.get<AdminReviewRule[]>('/review-rules/admin')).data
const change = (id: string, body: unknown) =>
  admin.call<AdminReviewRule>('PATCH', `/api/v1/review-rules/admin/${id}`, body)
const lastEntry = async () =>
  (await admin.get<{ items: AuditEntry[] }>('/audit/admin?entity=review-rule&limit=1')).data.items[0]

describe('rules of the house', () => {
  test('lose a lawyer’s review with their words, unless it is said again', async () => {
    await change('superlativo', { isLawyerReviewed: true })
    expect((await change('superlativo', { severity: 'improve' })).data.isLawyerReviewed).toBe(true)
    const { data } = await change('superlativo', { why: 'Quem diz que é o melhor precisa provar.' })
    expect(data.isLawyerReviewed).toBe(false)
    expect(await lastEntry()).toMatchObject({ after: { isLawyerReviewed: false } })
    const again = await change('superlativo', { suggestion: 'Conte um fato.', isLawyerReviewed: true })
    expect(again.data.isLawyerReviewed).toBe(true)
  })

  test('of the code get its newest texts, but those that an administrator edited', async () => {
    const [old, edited] = ['cura', 'depoimento'] as const
    const set = { why: 'Um texto antigo.' }
    await db()
      .update(reviewRules)
      .set(set)
      .where(inArray(reviewRules.id, [old, edited]))
    await db().update(reviewRules).set({ version: 2 }).where(eq(reviewRules.id, edited))
    const { rulesVersion } = (await review({ text: 'Oi' })).data
    await seed(db())
    const whyOf = (id: string, all: { id: string; why: string }[]) => all.find((it) => it.id === id)?.why
    expect(whyOf(old, await rules())).toBe(whyOf(old, [...HOUSE_RULES]))
    expect(whyOf(edited, await rules())).toBe(set.why)
    expect((await review({ text: 'Oi' })).data.rulesVersion).toBe(rulesVersion + 1)
    await seed(db())
    expect((await review({ text: 'Oi' })).data.rulesVersion).toBe(rulesVersion + 1)
  })
})
