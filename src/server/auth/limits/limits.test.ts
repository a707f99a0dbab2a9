import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits, signInFailures } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../../testing/processes/redis-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const newAccount = () => ({
  name: 'Bia Lima',
  email: `${randomUUID()}@exemplo.com.br`,
  password: 'senha-segura-1',
})

const redisIs = (app: TestApp, redis: 'ok' | 'down') =>
  eventually(async () =>
    expect((await app.visitor().call('GET', '/api/ready')).data).toMatchObject({ redis }),
  )

describe.each([
  { store: 'the database', isSkipped: false },
  { store: 'Redis', isSkipped: !hasRedis },
])('limits, counted in $store', ({ store, isSkipped }) => {
  if (isSkipped) return test.skip('redis-server is not installed')
  let redis: RedisServer | undefined
  beforeAll(async () => {
    if (store === 'Redis') redis = await startRedisServer()
  })
  afterAll(() => redis?.close())

  test('per address: sign-up 10 in 10 minutes, despite a forged address', async () => {
    await using context = await limited()
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      const reply = await context.other
        .visitor()
        .call('POST', '/api/auth/sign-up/email', newAccount(), { 'X-Forwarded-For': `10.0.0.${index}` })
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('per account: after five failures the correct password waits too, other accounts do not', async () => {
    await using context = await limited()
    const { other } = context
    const ana = await other.signUp()
    const bia = await other.signUp()
    for (let index = 0; index < 5; index += 1) {
      expect((await other.visitor().signIn({ email: ana.email, password: `errada-${index}` })).status).toBe(
        401,
      )
    }
    const blocked = await other.visitor().signIn(ana)
    expect(blocked.status).toBe(429)
    expect(blocked.body).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.visitor().signIn(bia)).status).toBe(200)
  })

  test('parallel guesses all count', async () => {
    await using context = await limited()
    const ana = await context.other.signUp()
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        context.other.visitor().signIn({ email: ana.email, password: `errada-${index}` }),
      ),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('a correct password resets the failures', async () => {
    await using context = await limited()
    const ana = await context.other.signUp()
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 4; index += 1) {
        await context.other.visitor().signIn({ email: ana.email, password: 'errada-1' })
      }
      expect((await context.other.visitor().signIn(ana)).status).toBe(200)
    }
  })

  const limited = async () => {
    // Its own limits, with fresh counters.
    await redis?.kill()
    await redis?.start()
    const other = await createTestApp({ RATE_LIMITS: 'on', ...(redis && { REDIS_URL: redis.url }) })
    if (redis) await redisIs(other, 'ok')
    return { other, [Symbol.asyncDispose]: () => other.close() }
  }
})

test.skipIf(!hasRedis)('F32 during an outage of Redis the database counts', async () => {
  const redis = await startRedisServer()
  const app = await createTestApp({ RATE_LIMITS: 'on', REDIS_URL: redis.url })
  try {
    await redisIs(app, 'ok')
    const ana = await app.signUp()
    const bia = await app.signUp()
    const wrong = () => app.visitor().signIn({ email: ana.email, password: 'errada-1' })
    const { db } = app.server.deps
    expect((await wrong()).status).toBe(401)
    // While Redis answers, nothing is in the database.
    expect([await db.$count(rateLimits), await db.$count(signInFailures)]).toEqual([0, 0])
    await redis.kill()
    await redisIs(app, 'down')
    const guesses = await Promise.all(Array.from({ length: 12 }, wrong))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
    expect((await app.visitor().signIn(bia)).status).toBe(200)
    await redis.start()
    await redisIs(app, 'ok')
    expect((await app.visitor().signIn(bia)).status).toBe(200)
  } finally {
    await app.close()
    await redis.close()
  }
})
