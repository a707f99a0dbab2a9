import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { ReviewRuleVersion, type ReviewRuleVersionsPage } from '#shared/contract/review-rule-versions.ts'
import type { AdminReviewRule, Review } from '#shared/contract/reviews.ts'
import { HOUSE_RULES } from '#shared/revisor/rules.ts'
import { reviewRules, reviewRuleVersions } from '../../db/schema/index.ts'
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
const versionsOf = async (id: string) =>
  (await admin.get<ReviewRuleVersionsPage>(`/review-rules/admin/${id}/versions`)).data.items
const restore = (id: string, number: number) =>
  admin.call<AdminReviewRule>('POST', `/api/v1/review-rules/admin/${id}/versions/${number}/restore`)
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
    expect((await versionsOf(old)).map(({ number, isByCode }) => [number, isByCode])).toEqual([
      [2, true],
      [1, true],
    ])
    const whyOf = (id: string, all: { id: string; why: string }[]) => all.find((it) => it.id === id)?.why
    expect(whyOf(old, await rules())).toBe(whyOf(old, [...HOUSE_RULES]))
    expect(whyOf(edited, await rules())).toBe(set.why)
    expect((await review({ text: 'Oi' })).data.rulesVersion).toBe(rulesVersion + 1)
    await seed(db())
    expect((await review({ text: 'Oi' })).data.rulesVersion).toBe(rulesVersion + 1)
  })

  test('are not written by a start that finds them as they are', async () => {
    // A lock of a row is written into it.
    const rows = () =>
      db().execute<Record<string, unknown>>(
        sql`select id, xmin::text, xmax::text, ctid::text from review_rules order by id`,
      )
    const { rows: before } = await rows()
    await seed(db())
    expect((await rows()).rows).toEqual(before)
  })

  test('keep each version, and go back to one as the newest', async () => {
    const [first] = await versionsOf('simbolos')
    expect(ReviewRuleVersion.strict().parse(first)).toMatchObject({
      ...{ number: 1, isByCode: true, authorName: null, isCurrent: true, isEnabled: true },
    })
    await change('simbolos', { title: 'Sinais demais', channels: ['meta'], isLawyerReviewed: true })
    await change('simbolos', { isEnabled: false, readAt: null })
    const restored = await restore('simbolos', 2)
    const { data: now } = restored
    expect([restored.status, now]).toEqual([
      200,
      expect.objectContaining({
        ...{ version: 4, title: 'Sinais demais', channels: ['meta'], isEnabled: true },
        ...{ readAt: first?.readAt, isLawyerReviewed: true },
      }),
    ])
    expect(await lastEntry()).toMatchObject({
      ...{ action: 'review-rule.restore-version', entityName: 'Sinais demais', details: { number: 2 } },
      ...{ before: { isEnabled: false }, after: { isEnabled: true } },
    })
    const all = await versionsOf('simbolos')
    expect(all.map((it) => [it.number, it.isByCode, it.authorName, it.isEnabled])).toEqual([
      [4, false, 'Rita', true],
      [3, false, 'Rita', false],
      [2, false, 'Rita', true],
      [1, true, null, true],
    ])
    expect(all.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
    const {
      number: _,
      isCurrent: _now,
      createdAt,
      authorName: _who,
      isByCode: _code,
      ...wording
    } = all[0] as ReviewRuleVersion
    expect(now).toMatchObject({ ...wording, updatedAt: createdAt })
    // The same words once more are no new version.
    expect((await restore('simbolos', 2)).data.version).toBe(4)

    const path = '/review-rules/admin/simbolos/versions?limit=3'
    const page = (await admin.get<ReviewRuleVersionsPage>(path)).data
    const rest = (await admin.get<ReviewRuleVersionsPage>(`${path}&cursor=${page.nextCursor}`)).data
    expect([...page.items, ...rest.items]).toEqual(all)
    for (const [id, number] of [
      ['simbolos', 5],
      ['nao-existe', 1],
    ] as const) {
      expect((await restore(id, number)).status).toBe(404)
    }
  })

  test('bring back the phrases of a rule of the house; its versions go with it', async () => {
    const { data } = await admin.post<AdminReviewRule>('/review-rules/admin', {
      ...{ severity: 'risk', title: 'Segredo', why: 'Não se fala.', suggestion: '', source: 'A casa' },
      ...{
        sourceAddress: '',
        readAt: null,
        isLawyerReviewed: false,
        channels: ['page'],
        phrases: ['segredo'],
      },
    })
    await change(data.id, { phrases: ['atalho'] })
    expect((await restore(data.id, 1)).data.phrases).toEqual(['segredo'])
    expect((await versionsOf(data.id)).map(({ phrases }) => phrases[0])).toEqual([
      'segredo',
      'atalho',
      'segredo',
    ])
    await admin.call('DELETE', `/api/v1/review-rules/admin/${data.id}`)
    expect(await db().$count(reviewRuleVersions, eq(reviewRuleVersions.ruleId, data.id))).toBe(0)
  })
})
