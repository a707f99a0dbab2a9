import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Me, TermsAcceptance } from '#shared/contract/me.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { accounts, termsAcceptances } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('the current user', () => {
  test('has their private data, and nothing more', async () => {
    const ana = await app.signUp('Ana Souza')
    await ana.call('POST', '/api/auth/update-user', { bio: 'Vendo cursos.', phoneNumber: '11987654321' })
    const me = Me.strict().parse((await ana.get('/me')).data)
    expect(me).toMatchObject({
      id: ana.userId,
      name: 'Ana Souza',
      email: ana.email,
      emailVerified: false,
      bio: 'Vendo cursos.',
      phoneNumber: '11987654321',
      image: null,
      role: 'admin',
      hasPassword: true,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: null,
      hasAcceptedTerms: false,
    })
  })

  test('shows whether they have a password', async () => {
    const bia = await app.signUp('Bia')
    await app.server.deps.db
      .update(accounts)
      .set({ providerId: 'google', password: null })
      .where(eq(accounts.userId, bia.userId))
    expect((await bia.get<Me>('/me')).data.hasPassword).toBe(false)
  })
})

describe('the terms', () => {
  const rowsOf = (userId: string) =>
    app.server.deps.db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, userId))

  test('are accepted once, also when accepted repeatedly from several tabs', async () => {
    const carla = await app.signUp('Carla')
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => carla.post<TermsAcceptance>('/me/terms', { version: TERMS_VERSION })),
    )
    const answers = replies.map(({ status, data }) => [
      status,
      TermsAcceptance.strict().parse(data).acceptedAt,
    ])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.[0]).toBe(200)
    expect(await rowsOf(carla.userId)).toHaveLength(1)
    expect((await carla.get<Me>('/me')).data).toMatchObject({
      hasAcceptedTerms: true,
      termsAcceptedAt: answers[0]?.[1],
    })
  })

  test('that changed must be accepted again, and the old acceptance stays on record', async () => {
    const dora = await app.signUp('Dora')
    await app.server.deps.db
      .insert(termsAcceptances)
      .values({ userId: dora.userId, version: '2020-01-01', acceptedAt: new Date('2020-01-02') })
    expect((await dora.get<Me>('/me')).data.hasAcceptedTerms).toBe(false)
    await dora.post('/me/terms', { version: TERMS_VERSION })
    const versions = (await rowsOf(dora.userId)).map(({ version }) => version)
    expect(versions.sort()).toEqual(['2020-01-01', TERMS_VERSION].sort())
  })

  test('of another version are refused', async () => {
    const eva = await app.signUp('Eva')
    for (const version of ['2020-01-01', '2999-01-01']) {
      expect((await eva.post('/me/terms', { version })).status).toBe(409)
    }
    for (const body of [{}, { version: '' }, { version: 1 }, { version: 'x'.repeat(41) }]) {
      expect((await eva.post('/me/terms', body)).status).toBe(400)
    }
    expect(await rowsOf(eva.userId)).toEqual([])
  })
})
