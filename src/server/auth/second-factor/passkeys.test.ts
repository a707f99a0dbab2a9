import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Enrolment, Passkey, Security } from '#shared/contract/second-factor.ts'
import { passkeys, sessions } from '../../db/schema/index.ts'
import { Authenticator } from '../../testing/clients/authenticator.ts'
import { enterByPasskey, registerPasskey, SoftwarePasskey } from '../../testing/clients/software-passkey.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const auth = (who: TestClient, path: string, body?: object) =>
  who.call(body ? 'POST' : 'GET', `/api/auth${path}`, body)
const here = () => ({ origin: app.appUrl })
const listed = async (who: TestClient) => (await who.get<Security>('/me/security')).data.passkeys

type Presence = { origin?: string; isVerified?: boolean }
const add = (who: TestClient, key: SoftwarePasskey, presence: Presence = {}) =>
  registerPasskey(who, key, { ...here(), ...presence })
const enter = (who: TestClient, key: SoftwarePasskey, presence: Presence = {}) =>
  enterByPasskey(who, key, { ...here(), ...presence })

async function signUpWithPasskey() {
  const [ana, key] = [await app.signUp(), new SoftwarePasskey()]
  expect((await add(ana, key)).body).toEqual({ status: true })
  return { ana, key }
}

describe('passkeys', () => {
  test('are named, listed without their keys, used to sign in, renamed and removed', async () => {
    const { ana, key } = await signUpWithPasskey()
    const [first] = await listed(ana)
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Celular',
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect((await auth(ana, '/passkey/list-user-passkeys')).body).toEqual([first])

    const visitor = app.visitor()
    const entered = await enter(visitor, key)
    expect(entered.status).toBe(200)
    expect(JSON.stringify(entered.body)).not.toContain('token')
    expect((await visitor.get('/me')).data).toMatchObject({ id: ana.userId })
    expect(await listed(ana)).toMatchObject([{ lastUsedAt: expect.any(String) }])

    const id = first?.id
    expect((await auth(ana, '/passkey/update-passkey', { id, name: 'Celular novo' })).body).toEqual({
      status: true,
    })
    expect(await listed(ana)).toMatchObject([{ name: 'Celular novo' }])
    expect((await auth(ana, '/passkey/delete-passkey', { id })).status).toBe(200)
    expect(await listed(ana)).toEqual([])
    expect((await enter(app.visitor(), key)).status).toBe(401)
  })

  test('open an account whose sign-ins ask for a code, because they are two factors', async () => {
    const { ana, key } = await signUpWithPasskey()
    const { body } = await auth(ana, '/two-factor/enable', { password: ana.password })
    const phone = new Authenticator((body as Enrolment).totpURI)
    expect((await auth(ana, '/two-factor/verify-totp', { code: await phone.code() })).status).toBe(200)
    const visitor = app.visitor()
    expect((await enter(visitor, key)).status).toBe(200)
    expect((await visitor.get('/me')).status).toBe(200)
    const [session] = await db().select().from(sessions).where(eq(sessions.userId, ana.userId)).limit(1)
    expect(session?.factorAt).not.toBeNull()
  })

  test('are refused where the device did not check who holds it, for another site, twice and by other keys', async () => {
    const { ana, key } = await signUpWithPasskey()
    expect((await enter(app.visitor(), key, { isVerified: false })).status).toBe(401)
    expect((await enter(app.visitor(), key, { origin: 'https://elenc0.com.br' })).status).toBe(400)
    expect((await enter(app.visitor(), new SoftwarePasskey())).status).toBe(401)
    expect((await add(ana, new SoftwarePasskey(), { isVerified: false })).status).toBe(401)
    expect((await add(ana, new SoftwarePasskey(), { origin: 'https://elenc0.com.br' })).status).not.toBe(200)

    const visitor = app.visitor()
    const asked = await auth(visitor, '/passkey/generate-authenticate-options')
    const options = asked.body as { challenge: string }
    const response = key.get(options, here())
    const again = visitor.at(app.baseUrl)
    expect((await auth(visitor, '/passkey/verify-authentication', { response })).status).toBe(200)
    expect((await auth(again, '/passkey/verify-authentication', { response })).status).toBe(400)
    expect(await listed(ana)).toHaveLength(1)
  })

  test("of somebody else can't be renamed or removed, and ten are the most", async () => {
    const { ana } = await signUpWithPasskey()
    const bia = await app.signUp()
    const [{ id } = { id: '' }] = await listed(ana)
    expect((await auth(bia, '/passkey/update-passkey', { id, name: 'Minha' })).status).toBe(404)
    expect((await auth(bia, '/passkey/delete-passkey', { id })).status).toBe(404)
    expect((await listed(ana)).map(({ name }: Passkey) => name)).toEqual(['Celular'])
    const [own] = await db().select().from(passkeys).where(eq(passkeys.userId, ana.userId))
    if (!own) throw new Error('no passkey')
    const { id: _, ...copy } = own
    const more = Array.from({ length: 9 }, (_it, index) => ({
      ...copy,
      credentialID: `${own.credentialID}-${index}`,
    }))
    await db().insert(passkeys).values(more)
    const eleventh = await add(ana, new SoftwarePasskey())
    expect([eleventh.status, Object(eleventh.body).code]).toEqual([409, 'TOO_MANY_PASSKEYS'])
  })

  test('prove again who is there, in place of the old session', async () => {
    const { ana, key } = await signUpWithPasskey()
    const past = new Date(Date.now() - 11 * 60_000)
    await db().update(sessions).set({ provedAt: past, factorAt: null }).where(eq(sessions.userId, ana.userId))
    expect((await auth(ana, '/passkey/generate-register-options')).status).toBe(403)
    expect((await enter(ana, key)).status).toBe(200)
    expect((await auth(ana, '/passkey/generate-register-options')).status).toBe(200)
    expect(await db().$count(sessions, eq(sessions.userId, ana.userId))).toBe(1)
  })
})
