import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#shared/contract/me.ts'
import { Onboarding, OnboardingOffer } from '#shared/contract/onboarding.ts'
import { ONBOARDING, REFUSED_ONBOARDINGS } from '#shared/testing/business-fixtures.ts'
import { onboardings } from '../../db/schema/index.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { validOnboarding } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const save = (client: TestClient, body: unknown) =>
  client.call<Onboarding>('PUT', '/api/v1/me/onboarding', body)
const read = async (client: TestClient) => (await client.get<Onboarding | null>('/me/onboarding')).data
const offer = (client: TestClient) => client.call<OnboardingOffer>('PUT', '/api/v1/me/onboarding/offer')
const me = async (client: TestClient) => (await client.get<Me>('/me')).data
const inSession = async (client: TestClient) =>
  Object((await client.call('GET', '/api/auth/get-session')).body).user.hasCompletedOnboarding
const rowsOf = ({ userId }: TestClient) =>
  app.server.deps.db.$count(onboardings, eq(onboardings.userId, userId))

describe('the questionnaire', () => {
  test('is null before it is answered; afterwards the answers, session and profile have it', async () => {
    const ana = await app.signUp('Ana')
    expect(await read(ana)).toBeNull()
    expect([await inSession(ana), (await me(ana)).hasCompletedOnboarding]).toEqual([false, false])

    const { status, data } = await save(ana, ONBOARDING)
    expect(status).toBe(200)
    const saved = Onboarding.strict().parse(data)
    expect(saved).toMatchObject({ userId: ana.userId, answers: ONBOARDING })
    expect(await read(ana)).toEqual(saved)
    expect([await inSession(ana), await me(ana)]).toMatchObject([
      true,
      { hasCompletedOnboarding: true, hasBeenOfferedOnboarding: true },
    ])
  })

  test('is replaced when answered again', async () => {
    const bia = await app.signUp('Bia')
    const first = (await save(bia, ONBOARDING)).data
    const answers = validOnboarding({
      marketingLevel: 'big_player',
      digitalMarketingGoal: ' Escalar ',
      strategies: ['evento_presencial'],
    })
    const second = (await save(bia, answers)).data
    expect(second).toEqual({
      ...first,
      answers: { ...answers, digitalMarketingGoal: 'Escalar' },
      updatedAt: second.updatedAt,
    })
    expect(await rowsOf(bia)).toBe(1)
  })

  test('answered from several tabs at once is stored once', async () => {
    const carla = await app.signUp('Carla')
    const goals = ['Um', 'Dois', 'Três', 'Quatro']
    const replies = await Promise.all(
      goals.map((digitalMarketingGoal) => save(carla, validOnboarding({ digitalMarketingGoal }))),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(await rowsOf(carla)).toBe(1)
    expect(goals).toContain((await read(carla))?.answers.digitalMarketingGoal)
  })

  test('is refused with each message of the contract, and nothing is stored', async () => {
    const dora = await app.signUp('Dora')
    for (const [, over, errors] of REFUSED_ONBOARDINGS) {
      await expectRefusal(dora, ['PUT', '/me/onboarding'], { ...ONBOARDING, ...over }, errors)
    }
    const unknown = { userId: 'Campo desconhecido' }
    await expectRefusal(dora, ['PUT', '/me/onboarding'], { ...ONBOARDING, userId: dora.userId }, unknown)
    expect(await read(dora)).toBeNull()
    expect([await rowsOf(dora), await inSession(dora)]).toEqual([0, false])
  })

  test('is private to its user, and a visitor gets 401', async () => {
    const [eva, fernanda] = [await app.signUp('Eva'), await app.signUp('Fernanda')]
    await save(eva, validOnboarding({ digitalMarketingGoal: 'Segredo de Eva' }))
    expect(await read(fernanda)).toBeNull()
    const visitor = app.visitor()
    expect([
      (await visitor.get('/me/onboarding')).status,
      (await save(visitor, ONBOARDING)).status,
      (await offer(visitor)).status,
    ]).toEqual([401, 401, 401])
  })
})

describe('the offer of the questionnaire', () => {
  test('is stored once, also when repeated from several tabs', async () => {
    const gabi = await app.signUp('Gabi')
    expect((await me(gabi)).hasBeenOfferedOnboarding).toBe(false)
    const replies = await Promise.all([1, 2, 3].map(() => offer(gabi)))
    const times = replies.map(({ data }) => OnboardingOffer.strict().parse(data).offeredAt)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(times).size).toBe(1)
    expect((await offer(gabi)).data.offeredAt).toBe(times[0])
    expect(await me(gabi)).toMatchObject({ hasBeenOfferedOnboarding: true, hasCompletedOnboarding: false })
    await save(gabi, ONBOARDING)
    expect((await offer(gabi)).data.offeredAt).toBe(times[0])
  })
})
