import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits, signInFailures } from '../../db/schema/index.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

const WRONG = 'errada-mas-longa-7'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'true' })
})
beforeEach(async () => {
  const { db } = app.server.deps
  await db.delete(rateLimits)
  await db.delete(signInFailures)
  ana = await app.signUp()
  await db.delete(rateLimits)
})
afterAll(() => app.close())

type From = { address: string; email?: string; password?: string }

/** A sign-in attempt with the proxy's headers. */
const trySignIn = ({ address, email = `${randomUUID()}@exemplo.com.br`, password = WRONG }: From) =>
  app.visitor().call('POST', '/api/auth/sign-in/email', { email, password }, { 'X-Forwarded-For': address })

const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length

const expectWait = (reply: Reply, most: number) => {
  expect(reply.status).toBe(429)
  expect(reply.body).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/^Muitas tentativas/),
  })
  const seconds = Number(reply.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(most)
}

describe('A15 guessing from one address', { timeout: 120_000 }, () => {
  test('is refused after twenty attempts a minute, with the time to wait', async () => {
    const replies: Reply[] = []
    for (let index = 0; index < 24; index += 1) replies.push(await trySignIn({ address: '187.45.1.2' }))
    expect(replies.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(401))
    for (const reply of replies.slice(20)) expectWait(reply, 60)
  })

  test.each([
    ['/request-password-reset', { email: 'ninguem@exemplo.com.br' }, 10],
    ['/send-verification-email', { email: 'ninguem@exemplo.com.br' }, 10],
    ['/reset-password', { token: 'nenhum', newPassword: 'Outra-senha-2' }, 20],
  ])('attempts on %s are limited too', async (path, body, most) => {
    const replies = await Promise.all(
      Array.from({ length: most + 5 }, () => app.visitor().call('POST', `/api/auth${path}`, body)),
    )
    expect(count(replies, 429)).toBe(5)
    for (const reply of replies.filter(({ status }) => status === 429)) expectWait(reply, 600)
  })

  test('links to reset a password share one limit, whatever their token', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 65 }, async (_, index) => {
        const response = await app.visitor().fetch('GET', `/api/auth/reset-password/token-${index}`)
        await response.body?.cancel()
        return response.status
      }),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(await app.server.deps.db.$count(rateLimits)).toBe(1)
  })
})

describe('A16 guessing from many addresses', { timeout: 120_000 }, () => {
  const MANY: [string, (index: number) => string][] = [
    ['IPv4', (index) => `187.45.${index}.7`],
    ['IPv6', (index) => `2804:14c:${index}::7`],
  ]
  test.each(MANY)(
    'guessing over %s is slowed down per account, more with each attempt',
    async (_what, address) => {
      const replies: Reply[] = []
      for (let index = 0; index < 8; index += 1) {
        replies.push(await trySignIn({ address: address(index), email: ana.email }))
      }
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      // The right password waits too, or guessing could continue.
      expectWait(await trySignIn({ address: '200.1.2.3', email: ana.email, password: ana.password }), 30)
    },
  )

  test('an IPv6 network counts as one address', async () => {
    const replies: Reply[] = []
    for (let index = 0; index < 22; index += 1) {
      replies.push(await trySignIn({ address: `2804:14c:87:1:${index.toString(16)}::${index}` }))
    }
    expect(count(replies, 401)).toBe(20)
    expect((await trySignIn({ address: '2804:14c:87:2::1' })).status).toBe(401)
  })

  test('forwarding headers of clients are ignored, with and without a proxy', async () => {
    const spoofed = { 'X-Real-IP': '1.2.3.4', 'X-App-IP': '1.2.3.4', 'CF-Connecting-IP': '1.2.3.4' }
    const body = () => ({ email: `${randomUUID()}@exemplo.com.br`, password: WRONG })
    const statuses: number[] = []
    for (let index = 0; index < 22; index += 1) {
      const headers = { ...spoofed, 'X-Forwarded-For': `10.0.0.${index}, 187.45.1.2` }
      statuses.push((await app.visitor().call('POST', '/api/auth/sign-in/email', body(), headers)).status)
    }
    expect(statuses.slice(20)).toEqual([429, 429])
    await app.server.deps.db.delete(rateLimits)
    await app.restart({ TRUST_PROXY: 'false' })
    const alone: number[] = []
    for (let index = 0; index < 22; index += 1) {
      alone.push((await trySignIn({ address: `187.45.${index}.7` })).status)
    }
    expect(alone.slice(20)).toEqual([429, 429])
    await app.restart({ TRUST_PROXY: 'true' })
  })

  test('the wait grows to a quarter of an hour at most', async () => {
    const { db } = app.server.deps
    const tries = async () => {
      const reply = await trySignIn({ address: '187.45.1.2', email: ana.email })
      return [reply.status, Number(reply.headers.get('retry-after'))]
    }
    for (let index = 0; index < 4; index += 1) await tries()
    const waits: number[] = []
    for (let index = 0; index < 7; index += 1) {
      expect((await tries())[0]).toBe(401)
      waits.push((await tries())[1] ?? 0)
      await db.update(signInFailures).set({ blockedUntil: new Date(0) })
      await db.delete(rateLimits)
    }
    for (const [index, most] of [30, 60, 120, 240, 480, 900, 900].entries()) {
      expect(waits[index]).toBeLessThanOrEqual(most)
      expect(waits[index]).toBeGreaterThan(most - 20)
    }
    const right = await trySignIn({ address: '187.45.1.2', email: ana.email, password: ana.password })
    expect(right.status).toBe(200)
  })
})

describe('A17 a hundred concurrent attempts', { timeout: 120_000 }, () => {
  test('on two instances never exceed the limit', async () => {
    const other = await startSecondInstance(app)
    const calls: [path: string, body: () => unknown, most: number][] = [
      ['/sign-in/email', () => ({ email: `${randomUUID()}@exemplo.com.br`, password: WRONG }), 20],
      ['/request-password-reset', () => ({ email: 'ninguem@exemplo.com.br' }), 10],
    ]
    for (const [path, body, most] of calls) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const visitor = index % 2 === 0 ? app.visitor() : other.as(app.visitor())
          return visitor.call('POST', `/api/auth${path}`, body())
        }),
      )
      expect([path, count(replies, 429)]).toEqual([path, 100 - most])
    }
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? app.visitor() : other.as(app.visitor())).call(
          'POST',
          '/api/auth/sign-in/email',
          { email: ana.email, password: WRONG },
          { 'X-Forwarded-For': `187.45.${index}.7` },
        ),
      ),
    )
    expect(count(guesses, 401)).toBe(5)
    await other.server.stop()
  })
})

describe('A18 abuse of the limiter', { timeout: 120_000 }, () => {
  test('does not affect other users', async () => {
    const bia = await app.signUp()
    for (let index = 0; index < 22; index += 1) await trySignIn({ address: '187.45.1.2', email: ana.email })
    const { email, password } = bia
    expect((await trySignIn({ address: '187.45.1.2', email, password })).status).toBe(429)
    expect((await trySignIn({ address: '200.1.2.3', email, password })).status).toBe(200)
    // An account under attack keeps its sessions, and can still reset its password.
    expect((await ana.get('/labels')).status).toBe(200)
    const asked = await app.visitor().call('POST', '/api/auth/request-password-reset', { email: ana.email })
    expect(asked.status).toBe(200)
  })

  test('session checks of a page are not limited', async () => {
    const replies = await Promise.all(
      Array.from({ length: 320 }, () => ana.call('GET', '/api/auth/get-session')),
    )
    expect(count(replies, 200)).toBe(320)
  })

  test('a steady rate below the limit is never refused', async () => {
    const { db } = app.server.deps
    for (let index = 0; index < 25; index += 1) {
      expect((await trySignIn({ address: '187.45.1.2' })).status).toBe(401)
      // Simulates six seconds between calls.
      const rows = await db.select().from(rateLimits)
      for (const { lastRequest } of rows)
        await db.update(rateLimits).set({ lastRequest: lastRequest - 6_000 })
    }
  })
})
