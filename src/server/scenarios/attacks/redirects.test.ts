import { createEmailVerificationToken } from 'better-auth/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailedApp, linkIn, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { CLIENT, type OpenIdIssuer, startOpenIdIssuer } from '../../testing/doubles/openid-issuer.ts'
import { eventually } from '../../testing/eventually.ts'

const SECRET = 'um-segredo-de-teste-com-mais-de-32-letras'

let issuer: OpenIdIssuer
let context: MailedApp
beforeAll(async () => {
  issuer = await startOpenIdIssuer('http://localhost:3000')
  context = await createMailedApp({
    SECRET,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: issuer.url,
  })
  await eventually(async () => expect(Object((await visitor().get('/settings')).data).google).toBe(true))
})
afterAll(async () => {
  await context.close()
  await issuer.close()
})

const visitor = () => context.app.visitor()

const PAYLOADS = [
  'https://mal.exemplo',
  'http://mal.exemplo/app',
  '//mal.exemplo',
  '///mal.exemplo',
  '////mal.exemplo//',
  '/\\mal.exemplo',
  '\\\\mal.exemplo',
  '\\/mal.exemplo',
  '/\t/mal.exemplo',
  '/\n/mal.exemplo',
  '/\r\nLocation: https://mal.exemplo',
  '/%2f/mal.exemplo',
  '/%2F%2Fmal.exemplo',
  '/%5cmal.exemplo',
  '/%5Cmal.exemplo',
  '/%09/mal.exemplo',
  '/%0d%0aSet-Cookie:x=1',
  '/app//mal.exemplo',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'http://localhost:3000.mal.exemplo',
  'http://localhost:3000@mal.exemplo',
  'http://mal.exemplo#http://localhost:3000',
  'http://mal.exemplo?http://localhost:3000',
  'http://localhost:30001/app',
  'https:mal.exemplo',
  'https:/mal.exemplo',
  'mal.exemplo',
  'app',
  '.mal.exemplo',
  '?next=https://mal.exemplo',
  'http://localhost:3000/app',
]

/** Asserts that a Location, if any, stays on this site. */
const expectOwn = (payload: string, location: string | null) => {
  if (location === null) return
  expect([payload, new URL(location, context.app.appUrl).origin]).toEqual([payload, context.app.appUrl])
  expect([payload, location]).not.toEqual([payload, expect.stringMatching(/mal\.exemplo|alert|^\/[/\\]/)])
}

describe('A22 open redirects', { timeout: 120_000 }, () => {
  test.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL'])(
    'do not happen through Google sign-in (%s)',
    async (field) => {
      for (const payload of PAYLOADS) {
        const body = { provider: 'google', [field]: payload }
        const reply = await visitor().call('POST', '/api/auth/sign-in/social', body)
        expect([payload, reply.status]).toEqual([payload, expect.toBeOneOf([400, 403])])
      }
      for (const path of ['/app', '/callback?redirect=%2Fapp%2Fme', '/a#b', '/?x=https://outro.exemplo']) {
        const body = { provider: 'google', [field]: path }
        expect((await visitor().call('POST', '/api/auth/sign-in/social', body)).status).toBe(200)
      }
    },
  )

  test('do not happen through the verification link, which still verifies', async () => {
    const ana = await context.app.signUp()
    const token = await createEmailVerificationToken(SECRET, ana.email)
    for (const payload of PAYLOADS) {
      for (const value of [token, 'x.y.z']) {
        const query = new URLSearchParams({ token: value, callbackURL: payload })
        const response = await visitor().fetch('GET', `/api/auth/verify-email?${query}`)
        await response.body?.cancel()
        expect([payload, response.status]).toEqual([payload, 302])
        expectOwn(payload, response.headers.get('location'))
      }
    }
  })

  test('do not happen through the reset link, which leads to its page only', async () => {
    const ana = await context.app.signUp()
    const token = await context.resetToken(ana.email)
    for (const payload of PAYLOADS) {
      const query = new URLSearchParams({ callbackURL: payload })
      const response = await visitor().fetch('GET', `/api/auth/reset-password/${token}?${query}`)
      expect([payload, response.headers.get('location')]).toEqual([
        payload,
        `${context.app.appUrl}/reset-password?token=${token}`,
      ])
    }
  })

  test.each([
    ['/request-password-reset', 'redirectTo', 'reset'],
    ['/send-verification-email', 'callbackURL', 'verify'],
  ] as const)('no mail of %s leads to where somebody else wants', async (path, field, kind) => {
    const ana = await context.app.signUp()
    for (const payload of PAYLOADS) {
      const reply = await ana.call('POST', `/api/auth${path}`, { email: ana.email, [field]: payload })
      expect([payload, reply.status]).toEqual([payload, expect.toBeOneOf([200, 403])])
    }
    await ana.call('POST', `/api/auth${path}`, { email: ana.email })
    for (const mail of await context.mailsTo(ana.email, kind, 2)) {
      expect(mail.raw).not.toContain('mal.exemplo')
      const asked = linkIn(mail).searchParams.get('callbackURL')
      expect(asked).toBe(kind === 'reset' ? '/reset-password' : '/callback')
    }
  })

  test('do not happen through parameters of sign-in, sign-up and sign-out', async () => {
    const ana = await context.app.signUp()
    for (const payload of PAYLOADS) {
      const reply = await visitor().call('POST', '/api/auth/sign-in/email', {
        email: ana.email,
        password: ana.password,
        callbackURL: payload,
      })
      expect([payload, reply.status]).toEqual([payload, expect.toBeOneOf([200, 403])])
      expectOwn(payload, reply.headers.get('location'))
      expect(Object(reply.body).url ?? null).toBeNull()
    }
  })
})
