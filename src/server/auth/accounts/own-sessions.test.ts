import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnSession } from '#shared/contract/auth-calls.ts'
import { knownDevices, sessions, users } from '../../db/schema/index.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { eventually } from '../../testing/eventually.ts'
import type { TestClient } from '../../testing/test-client.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp({ TRUST_PROXY: 'true' })
})
afterAll(() => context.close())

const db = () => context.app.server.deps.db

const signUp = async (headers: Record<string, string>) => {
  const ana = await context.app.signUp()
  await db().delete(knownDevices).where(eq(knownDevices.userId, ana.userId))
  await db().delete(sessions).where(eq(sessions.userId, ana.userId))
  await signIn(ana, headers)
  return ana
}

const signIn = async (client: TestClient, headers: Record<string, string>, as = client) => {
  const { email, password } = as
  const reply = await client.call('POST', '/api/auth/sign-in/email', { email, password }, headers)
  expect(reply.status).toBe(200)
}

const list = async (client: TestClient) => {
  const { body } = await client.call('GET', '/api/auth/list-sessions')
  return body as OwnSession[]
}

const from = (agent: string, address: string) => ({ 'User-Agent': agent, 'X-Forwarded-For': address })

describe('the own sessions', { timeout: 60_000 }, () => {
  test('are listed with device and network, most recent first, without tokens', async () => {
    const ana = await signUp(from(FIREFOX, '187.45.12.200'))
    const there = context.app.visitor()
    await signIn(there, from(CHROME, '2804:14c:87:1234::9'), ana)
    await db()
      .update(sessions)
      .set({ lastSeenAt: new Date(Date.now() - 60_000) })
      .where(eq(sessions.userAgent, FIREFOX))
    const shown = await list(ana)
    expect(shown).toMatchObject([
      { device: 'Chrome no Windows', place: 'rede 2804:14c:87::/48', isCurrent: false },
      { device: 'Firefox no Linux', place: 'rede 187.45.x.x', isCurrent: true },
    ])
    const fields = ['createdAt', 'device', 'id', 'isCurrent', 'lastSeenAt', 'place']
    for (const it of shown) expect(Object.keys(it).toSorted()).toEqual(fields)
    expect((await list(there)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  })

  test('an own one ends by id, another user’s does not, and a token is not an id', async () => {
    const [ana, bia] = [await context.app.signUp(), await context.app.signUp()]
    const there = context.app.visitor()
    await signIn(there, {}, ana)
    const end = (client: TestClient, body: unknown) => client.call('POST', '/api/auth/revoke-session', body)
    const [other] = (await list(ana)).filter(({ isCurrent }) => !isCurrent)
    const sessionId = other?.id
    expect((await end(bia, { sessionId })).status).toBe(404)
    expect((await there.get('/labels')).status).toBe(200)
    const [row] = await db()
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId ?? ''))
    expect((await end(bia, { token: row?.token })).status).toBe(400)
    expect((await end(ana, { sessionId, token: row?.token })).body).toEqual({ status: true })
    expect((await there.get('/labels')).status).toBe(401)
    expect((await end(ana, { sessionId })).status).toBe(404)
    expect(await list(ana)).toHaveLength(1)
    const [own] = await list(ana)
    expect((await end(ana, { sessionId: own?.id })).status).toBe(200)
    expect((await ana.get('/labels')).status).toBe(401)
  })

  test('all others end together', async () => {
    const ana = await context.app.signUp()
    const others = await Promise.all(
      [1, 2].map(async () => {
        const client = context.app.visitor()
        await signIn(client, {}, ana)
        return client
      }),
    )
    expect((await ana.call('POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200)
    expect((await ana.get('/labels')).status).toBe(200)
    for (const client of others) expect((await client.get('/labels')).status).toBe(401)
  })

  test('ended sessions and impersonations are not listed', async () => {
    const ana = await context.app.signUp()
    const boss = await context.app.signUp()
    const there = context.app.visitor()
    await signIn(there, {}, ana)
    const [old] = (await list(ana)).filter(({ isCurrent }) => !isCurrent)
    await db()
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, old?.id ?? ''))
    await db()
      .insert(sessions)
      .values({
        token: 'de-quem-administra',
        userId: ana.userId,
        impersonatedBy: boss.userId,
        expiresAt: new Date(Date.now() + 60_000),
      })
    expect((await list(ana)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })
})

describe('the last visit', () => {
  test('is recorded on any activity, at most every five minutes', async () => {
    const ana = await context.app.signUp()
    const set = async (at: Date) => {
      await db().update(sessions).set({ lastSeenAt: at }).where(eq(sessions.userId, ana.userId))
      await db().update(users).set({ lastSeenAt: at }).where(eq(users.id, ana.userId))
    }
    const seen = async () => {
      const [session] = await db().select().from(sessions).where(eq(sessions.userId, ana.userId))
      const [user] = await db().select().from(users).where(eq(users.id, ana.userId))
      return { session, user }
    }
    const recently = new Date(Date.now() - 4 * 60_000)
    await set(recently)
    await ana.get('/labels')
    const long = new Date(Date.now() - 6 * 60_000)
    expect(await seen()).toMatchObject({ session: { lastSeenAt: recently }, user: { lastSeenAt: recently } })
    await set(long)
    const before = await seen()
    await ana.get('/labels')
    await eventually(async () => {
      const { session, user } = await seen()
      expect(session?.lastSeenAt.getTime()).toBeGreaterThan(recently.getTime())
      expect(user?.lastSeenAt?.getTime()).toBeGreaterThan(recently.getTime())
    })
    // A visit is not a change.
    const after = await seen()
    expect(after.user?.updatedAt).toEqual(before.user?.updatedAt)
    expect(after.session?.updatedAt).toEqual(before.session?.updatedAt)
  })
})

describe('a sign-in from a new device', { timeout: 60_000 }, () => {
  test('sends a mail; the first device, a known one and the sign-up do not', async () => {
    const ana = await signUp(from(CHROME, '187.45.12.200'))
    await signIn(ana, from(CHROME.replace('141', '142'), '200.1.2.3'))
    await signIn(ana, from(FIREFOX, '187.45.12.200'))
    const [mail] = await context.mailsTo(ana.email, 'newSignIn')
    expect(mail?.text).toContain('Aparelho: Firefox no Linux')
    expect(mail?.text).toContain('Lugar: rede 187.45.x.x')
    expect(mail?.raw).not.toContain('187.45.12.200')
    await signIn(ana, from(FIREFOX, '187.45.12.200'))
    await signIn(ana, from('curl/8', '192.168.0.4'))
    const [, second] = await context.mailsTo(ana.email, 'newSignIn', 2)
    expect(second?.text).toContain('Aparelho: Aparelho desconhecido')
    expect(second?.text).toContain('Lugar: rede local')
    expect(await context.mailsTo(ana.email, 'newSignIn', 2)).toHaveLength(2)
    const rows = await db().select().from(knownDevices).where(eq(knownDevices.userId, ana.userId))
    expect(rows).toHaveLength(3)
  })
})
