import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Enrolment } from '#shared/contract/second-factor.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { accounts, subscriptions, users, verifications } from '../db/schema/index.ts'
import { Authenticator } from '../testing/clients/authenticator.ts'
import { CLIENT, type OpenIdIssuer, startOpenIdIssuer } from '../testing/doubles/openid-issuer.ts'
import { eventually } from '../testing/eventually.ts'
import { makePurchase } from '../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

let issuer: OpenIdIssuer
let app: TestApp
const isOn = async (it = app) => (await it.visitor().get<Settings>('/settings')).data.google
beforeAll(async () => {
  issuer = await startOpenIdIssuer('http://localhost:3000')
  app = await createTestApp({
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: issuer.url,
  })
  await eventually(async () => expect(await isOn()).toBe(true))
  // The first account becomes the administrator.
  await app.signUp()
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

/** Google's authorization address. */
const begin = async (client: TestClient, body: Record<string, unknown> = {}) => {
  const reply = await client.call('POST', '/api/auth/sign-in/social', { provider: 'google', ...body })
  expect(reply.status).toBe(200)
  return String(Object(reply.body).url)
}

const comeBack = async (client: TestClient, back: URL) => {
  const response = await client.fetch('GET', back.pathname + back.search)
  expect(response.status).toBe(302)
  return response.headers.get('location')
}

const signIn = async (client: TestClient, body?: Record<string, unknown>) =>
  comeBack(client, await issuer.signIn(await begin(client, body)))

const somebody = (over: Partial<OpenIdIssuer['person']> = {}) => {
  const sub = randomUUID()
  issuer.person = { sub, email: `${sub}@exemplo.com.br`, email_verified: true, name: 'Caio Reis', ...over }
  return issuer.person
}

const rowOf = async (email: string) => {
  const [row] = await app.server.deps.db.select().from(users).where(eq(users.email, email))
  return row
}
const linksOf = (userId = '') => app.server.deps.db.select().from(accounts).where(eq(accounts.userId, userId))

describe('sign-in by Google', { timeout: 120_000 }, () => {
  test('makes ADMIN_EMAIL the administrator, because Google has proved the address', async () => {
    const person = somebody()
    const house = await createTestApp({
      ...{ GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: issuer.url },
      ADMIN_EMAIL: person.email,
    })
    await eventually(async () => expect(await isOn(house)).toBe(true))
    const owner = house.visitor()
    await signIn(owner)
    expect((await owner.get('/users/admin')).status).toBe(200)
    await house.close()
  })

  test('asks for the code of an account that signs in with codes, before there is a session', async () => {
    somebody()
    const ana = app.visitor()
    await signIn(ana)
    const { body } = await ana.call('POST', '/api/auth/two-factor/enable')
    const phone = new Authenticator((body as Enrolment).totpURI)
    const on = await ana.call('POST', '/api/auth/two-factor/verify-totp', { code: await phone.code() })
    expect(on.status).toBe(200)

    const visitor = app.visitor()
    const callbackURL = '/callback?redirect=%2Fapp%2Fme'
    expect(await signIn(visitor, { callbackURL })).toBe(`${app.appUrl}/sign-in/code?redirect=%2Fapp%2Fme`)
    expect((await visitor.call('GET', '/api/auth/get-session')).body).toBeNull()
    expect((await visitor.get('/me')).status).toBe(401)
    const code = await phone.code(1)
    expect((await visitor.call('POST', '/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    expect((await visitor.get('/me')).status).toBe(200)
  })

  test('is off without its keys, as the settings tell', async () => {
    const other = await createTestApp()
    expect(await isOn(other)).toBe(false)
    const reply = await other.visitor().call('POST', '/api/auth/sign-in/social', { provider: 'google' })
    expect(reply.status).toBe(404)
    await other.close()
  })

  test('attaches purchases of the address that Google verified', async () => {
    const { email } = somebody()
    const { db } = app.server.deps
    const id = await makePurchase(db, { email })
    await signIn(app.visitor())
    const [bought] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
    expect(bought?.userId).toBe((await rowOf(email))?.id)
  })

  test('requests state, nonce and PKCE, and only identity scopes', async () => {
    const url = new URL(await begin(app.visitor(), { scopes: ['drive'], additionalParams: { hd: 'x' } }))
    expect(url.origin).toBe(issuer.url)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      code_challenge_method: 'S256',
      redirect_uri: `${app.appUrl}/api/auth/callback/google`,
    })
    expect(asked.scope?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile'])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThan(20)
  })

  test('creates an account the first time, and finds it later', async () => {
    const person = somebody({ picture: 'https://fotos.exemplo/caio.png' })
    const caio = app.visitor()
    expect(await signIn(caio, { newUserCallbackURL: '/callback?novo=1' })).toBe('/callback?novo=1')
    expect((await caio.get('/labels')).status).toBe(200)
    expect(await signIn(app.visitor())).toBe('/callback')
    const user = await rowOf(person.email)
    expect(user).toMatchObject({
      name: 'Caio Reis',
      emailVerified: true,
      role: 'user',
      termsAcceptedAt: null,
      image: null,
    })
    const links = await linksOf(user?.id)
    expect(links).toMatchObject([{ providerId: 'google', accountId: person.sub }])
    // No token of Google is stored.
    expect(links).toMatchObject([{ accessToken: null, refreshToken: null, idToken: null }])
  })

  test('accepts only profile fields that the contract allows', async () => {
    const person = somebody({ name: 'Eva\r\nBcc: x', picture: 'javascript:alert(1)' })
    await signIn(app.visitor())
    expect(await rowOf(person.email)).toMatchObject({ name: 'EvaBcc: x', image: null })
    const nameless = somebody({ name: '' })
    await signIn(app.visitor())
    expect(await rowOf(nameless.email)).toMatchObject({ name: nameless.email.split('@')[0] })
  })

  test('is linked to an existing account only when both sides verified the address', async () => {
    const ana = await app.signUp()
    const verify = (emailVerified: boolean) =>
      app.server.deps.db.update(users).set({ emailVerified }).where(eq(users.id, ana.userId))
    // Otherwise an attacker could register the address first and wait for its owner.
    somebody({ email: ana.email })
    expect(await signIn(app.visitor(), { errorCallbackURL: '/callback' })).toBe(
      '/callback?error=account_not_linked',
    )
    await verify(true)
    somebody({ email: ana.email, email_verified: false })
    expect(await signIn(app.visitor())).toBe('/sign-in?error=account_not_linked')
    expect(await linksOf(ana.userId)).toHaveLength(1)
    somebody({ email: ana.email })
    expect(await signIn(app.visitor())).toBe('/callback')
    expect((await linksOf(ana.userId)).map(({ providerId }) => providerId).toSorted()).toEqual([
      'credential',
      'google',
    ])
  })

  test('refuses banned users', async () => {
    const person = somebody()
    await signIn(app.visitor())
    await app.server.deps.db.update(users).set({ banned: true }).where(eq(users.email, person.email))
    const again = app.visitor()
    expect(await signIn(again)).toMatch(/error=BANNED_USER/)
    expect((await again.get('/labels')).status).toBe(401)
  })

  test('a callback works once, unmodified, in the requesting browser', async () => {
    somebody()
    const caio = app.visitor()
    const back = await issuer.signIn(await begin(caio))
    const otherBrowser = app.visitor()
    expect(await comeBack(otherBrowser, back)).toMatch(/\/sign-in\?error=state_mismatch/)
    expect(otherBrowser.cookie).toBe('')
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(32))
    expect(await comeBack(caio, forged)).toMatch(/error=/)
    expect(await comeBack(caio, back)).toBe('/callback')
    const signedIn = caio.cookie
    expect(await comeBack(caio, back)).toMatch(/error=/)
    expect(caio.cookie).toBe(signedIn)
  })

  test('a refusal at the issuer redirects back', async () => {
    const caio = app.visitor()
    const state = new URL(await begin(caio)).searchParams.get('state')
    const back = new URL(`${app.appUrl}/api/auth/callback/google?error=access_denied&state=${state}`)
    expect(await comeBack(caio, back)).toBe('/sign-in?error=access_denied')
    const stateless = new URL(`${app.appUrl}/api/auth/callback/google?error=access_denied`)
    expect(await comeBack(caio, stateless)).toBe(`${app.appUrl}/callback?error=state_not_found`)
  })

  test('the stored state is a hash that cannot be replayed', async () => {
    const url = new URL(await begin(app.visitor()))
    const stored = JSON.stringify(
      (await app.server.deps.db.select().from(verifications)).map((it) => it.identifier),
    )
    expect(stored).not.toContain(url.searchParams.get('state'))
  })

  test('an unreachable issuer blocks nothing, and is found when it returns', async () => {
    const other = await createTestApp({
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
    })
    const ana = await other.signUp()
    expect((await ana.get('/labels')).status).toBe(200)
    expect(await isOn(other)).toBe(false)
    await eventually(() => expect(other.logs.join('')).toContain('no answer from the issuer'))
    await other.restart({ GOOGLE_ISSUER: issuer.url })
    await eventually(async () => expect(await isOn(other)).toBe(true))
    await other.close()
  })
})
