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

  describe('per network', () => {
    const networks = async () => {
      const context = await limited({ TRUST_PROXY: '1' })
      const path = '/api/auth/request-password-reset'
      const body = { email: 'ninguem@exemplo.com.br' }
      /** Statuses of calls from these addresses, one after the other. */
      const call = async (addresses: string[]) => {
        const statuses: number[] = []
        for (const address of addresses) {
          const headers = { 'X-Forwarded-For': address }
          statuses.push((await context.other.visitor().call('POST', path, body, headers)).status)
        }
        return statuses
      }
      return { ...context, call }
    }
    const times = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_, i) => of(i))
    const OK = 200
    const REFUSED = 429

    test('IPv6 by /64, and by /48 with the bound of ten addresses', async () => {
      await using context = await networks()
      const inNetwork = (network: number) => times(10, (host) => `2804:14c:87:${network}:${host}::1`)
      // Refused calls of a single /64 do not use up the bound of its /48.
      expect(await context.call([...inNetwork(0), ...inNetwork(0)])).toEqual([
        ...times(10, () => OK),
        ...times(10, () => REFUSED),
      ])
      const others = times(9, (network) => inNetwork(network + 1)).flat()
      expect(await context.call(others)).toEqual(times(90, () => OK))
      expect(await context.call(['2804:14c:87:ffff::1', '2804:014C:0087:aaaa::'])).toEqual([REFUSED, REFUSED])
      expect(await context.call(['2804:14c:88::1', '187.45.1.2'])).toEqual([OK, OK])
    })

    test('IPv4 in the form of IPv6 as IPv4, by address', async () => {
      await using context = await networks()
      const SPELLINGS = ['187.45.1.2', '::ffff:187.45.1.2', '::FFFF:bb2d:102', '0:0:0:0:0:ffff:187.45.1.2']
      expect(await context.call(times(10, (index) => SPELLINGS[index % 4] ?? ''))).toEqual(
        times(10, () => OK),
      )
      expect(await context.call(SPELLINGS)).toEqual(times(4, () => REFUSED))
      // No /48 around all of IPv4.
      expect(await context.call(times(110, (index) => `::ffff:187.45.2.${index}`))).toEqual(
        times(110, () => OK),
      )
    })
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

  const limited = async (variables: Record<string, string> = {}) => {
    // Its own limits, with fresh counters.
    await redis?.kill()
    await redis?.start()
    const other = await createTestApp({
      RATE_LIMITS: 'on',
      ...variables,
      ...(redis && { REDIS_URL: redis.url }),
    })
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
