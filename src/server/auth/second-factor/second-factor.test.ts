import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Enrolment, RecoveryCodes, Security } from '#shared/contract/second-factor.ts'
import { sessions, twoFactors, verifications } from '../../db/schema/index.ts'
import { Authenticator } from '../../testing/clients/authenticator.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // The clock stands, so that no code expires while a test runs.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const auth = (who: TestClient, path: string, body: object = {}) => who.call('POST', `/api/auth${path}`, body)
const db = () => app.server.deps.db
const codeOf = (reply: Reply) => Object(reply.body).code ?? reply.error?.code
const statusAndCode = (reply: Reply) => [reply.status, codeOf(reply)]
const sessionOf = async (who: TestClient) => (await who.call('GET', '/api/auth/get-session')).body
const security = async (who: TestClient) => (await who.get<Security>('/me/security')).data

/** Turns codes on with the code of the period before, so that the present one is unused. */
async function enrol(who: TestClient) {
  const { body } = await auth(who, '/two-factor/enable', { password: who.password })
  const { totpURI, backupCodes } = body as Enrolment
  const phone = new Authenticator(totpURI)
  const verified = await auth(who, '/two-factor/verify-totp', { code: await phone.code(-1) })
  expect(verified.status).toBe(200)
  return { phone, backupCodes, totpURI }
}

async function signUpWithCodes() {
  const ana = await app.signUp()
  return { ana, ...(await enrol(ana)) }
}

/** A sign-in that waits for the code. */
async function startSignIn(account: TestClient): Promise<TestClient> {
  const visitor = app.visitor()
  const reply = await visitor.signIn(account)
  expect(reply.body).toMatchObject({ twoFactorRedirect: true })
  return visitor
}

describe('codes of an app', () => {
  test('are set up in two steps, shown as ten recovery codes and a key, and asked at the next sign-in', async () => {
    const ana = await app.signUp()
    const prepared = await auth(ana, '/two-factor/enable', { password: ana.password })
    const { totpURI, backupCodes } = prepared.body as Enrolment
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/Elenco:.+secret=[A-Z2-7]+/)
    expect(new Set(backupCodes).size).toBe(10)
    // Not before the first code was typed.
    expect(await security(ana)).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
    expect((await app.visitor().signIn(ana)).body).toMatchObject({ user: { id: ana.userId } })

    const phone = new Authenticator(totpURI)
    const wrong = await auth(ana, '/two-factor/verify-totp', { code: await phone.wrongCode() })
    expect(statusAndCode(wrong)).toEqual([401, 'INVALID_CODE'])
    const spaced = (await phone.code(-1)).replace(/^(...)/, ' $1 ')
    expect((await auth(ana, '/two-factor/verify-totp', { code: spaced })).status).toBe(200)
    expect(await security(ana)).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10, hasPassword: true })

    const visitor = await startSignIn(ana)
    expect(await sessionOf(visitor)).toBeNull()
    const entered = await auth(visitor, '/two-factor/verify-totp', { code: await phone.code() })
    expect(entered.body).toMatchObject({ user: { id: ana.userId }, token: null })
    expect(await sessionOf(visitor)).toMatchObject({ user: { id: ana.userId } })
  })

  test('need the password, where there is one', async () => {
    const ana = await app.signUp()
    for (const body of [{}, { password: 'outra-senha-1' }]) {
      expect(statusAndCode(await auth(ana, '/two-factor/enable', body))).toEqual([400, 'INVALID_PASSWORD'])
    }
    expect(await db().$count(twoFactors, eq(twoFactors.userId, ana.userId))).toBe(0)
  })

  test('keep out a browser that has the password only, whatever it calls and whatever cookies it got', async () => {
    const { ana, phone } = await signUpWithCodes()
    const before = await db().$count(sessions, eq(sessions.userId, ana.userId))
    const visitor = await startSignIn(ana)
    expect(await db().$count(sessions, eq(sessions.userId, ana.userId))).toBe(before)
    expect((await visitor.get('/me')).status).toBe(401)
    expect((await auth(visitor, '/two-factor/disable', { password: ana.password })).status).toBe(401)
    expect((await auth(visitor, '/two-factor/enable', { password: ana.password })).status).toBe(401)
    expect((await visitor.post('/me/proof', { code: await phone.code() })).status).toBe(401)
    expect((await visitor.get('/me')).status).toBe(401)
  })

  test('open once: a code seen by somebody else is refused, also in another sign-in and in parallel', async () => {
    const { ana, phone } = await signUpWithCodes()
    const first = await startSignIn(ana)
    const code = await phone.code()
    expect((await auth(first, '/two-factor/verify-totp', { code })).status).toBe(200)
    const replayed = await auth(await startSignIn(ana), '/two-factor/verify-totp', { code })
    expect(statusAndCode(replayed)).toEqual([401, 'INVALID_CODE'])
    // Nor an earlier one that is still in its time.
    const earlier = await auth(await startSignIn(ana), '/two-factor/verify-totp', {
      code: await phone.code(-1),
    })
    expect(earlier.status).toBe(401)

    const next = await phone.code(1)
    const both = await Promise.all([await startSignIn(ana), await startSignIn(ana)])
    const answers = await Promise.all(both.map((who) => auth(who, '/two-factor/verify-totp', { code: next })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('of a clock half a minute off are accepted, of one a minute off are not', async () => {
    for (const [periods, status] of [
      [1, 200],
      [2, 401],
      [-2, 401],
    ] as const) {
      const { ana, phone } = await signUpWithCodes()
      const visitor = await startSignIn(ana)
      const answer = await auth(visitor, '/two-factor/verify-totp', { code: await phone.code(periods) })
      expect([periods, answer.status]).toEqual([periods, status])
    }
  })

  test('thirty guesses open nothing, and then the account waits, also for the right code', async () => {
    const { ana, phone } = await signUpWithCodes()
    const wrong = await phone.wrongCode()
    const seen = new Set<unknown>()
    for (let round = 0; round < 6; round += 1) {
      const visitor = await startSignIn(ana)
      for (let guess = 0; guess < 5; guess += 1) {
        const reply = await auth(visitor, '/two-factor/verify-totp', { code: wrong })
        expect(reply.status).not.toBe(200)
        seen.add(codeOf(reply))
      }
    }
    expect(seen).toContain('ACCOUNT_TEMPORARILY_LOCKED')
    const right = await auth(await startSignIn(ana), '/two-factor/verify-totp', { code: await phone.code() })
    expect(statusAndCode(right)).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED'])
  })

  test('one sign-in takes five guesses; two devices sign in beside each other', async () => {
    const { ana, phone } = await signUpWithCodes()
    const [guesser, other] = [await startSignIn(ana), await startSignIn(ana)]
    const wrong = await phone.wrongCode()
    for (let guess = 0; guess < 6; guess += 1) await auth(guesser, '/two-factor/verify-totp', { code: wrong })
    const code = await phone.code()
    expect((await auth(guesser, '/two-factor/verify-totp', { code })).status).toBe(401)
    expect((await auth(other, '/two-factor/verify-totp', { code: await phone.code(1) })).status).toBe(200)
    expect(await sessionOf(ana)).toMatchObject({ user: { id: ana.userId } })
  })

  test('are turned off with the password and a proof; the proof is the code, not the password', async () => {
    const { ana, phone } = await signUpWithCodes()
    await age(ana)
    const body = { password: ana.password }
    expect(statusAndCode(await auth(ana, '/two-factor/disable', body))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect((await ana.post('/me/proof', body)).error).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await auth(ana, '/two-factor/disable', body)).status).toBe(403)
    expect((await ana.post('/me/proof', { code: await phone.wrongCode() })).status).toBe(400)
    expect((await ana.post('/me/proof', { code: await phone.code() })).status).toBe(200)
    expect((await auth(ana, '/two-factor/disable', body)).status).toBe(200)
    expect(await security(ana)).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
    expect((await app.visitor().signIn(ana)).body).toMatchObject({ user: { id: ana.userId } })
  })
})

describe('recovery codes', () => {
  test('open once each, and new ones end the old ones', async () => {
    const { ana, phone, backupCodes } = await signUpWithCodes()
    const [first = '', second = ''] = backupCodes
    const use = async (code: string) =>
      (await auth(await startSignIn(ana), '/two-factor/verify-backup-code', { code })).status
    expect([await use(first), await use(first), await use(second.replace('-', ' '))]).toEqual([200, 401, 200])
    expect(await security(ana)).toMatchObject({ recoveryCodesLeft: 8 })
    await ana.post('/me/proof', { code: await phone.code() })
    const renewed = await auth(ana, '/two-factor/generate-backup-codes', { password: ana.password })
    const [fresh = ''] = (renewed.body as RecoveryCodes).backupCodes
    expect([await use(backupCodes[2] ?? ''), await use(fresh)]).toEqual([401, 200])
  })
})

describe('a trusted device', () => {
  test('is not asked for thirty days, until the trust is taken back', async () => {
    const { ana, phone } = await signUpWithCodes()
    const laptop = await startSignIn(ana)
    const code = await phone.code()
    await auth(laptop, '/two-factor/verify-totp', { code, trustDevice: true })
    expect(await security(ana)).toMatchObject({ trustedDevices: 1 })
    await auth(laptop, '/sign-out')
    expect((await laptop.signIn(ana)).body).toMatchObject({ user: { id: ana.userId } })
    // Only that device.
    await startSignIn(ana)
    expect((await ana.call('DELETE', '/api/v1/me/trusted-devices')).status).toBe(200)
    expect((await laptop.signIn(ana)).body).toMatchObject({ twoFactorRedirect: true })
  })

  test.each(['a changed password', 'codes that were turned off and on'])(
    'is forgotten with %s',
    async (what) => {
      const { ana, phone } = await signUpWithCodes()
      const laptop = await startSignIn(ana)
      await auth(laptop, '/two-factor/verify-totp', { code: await phone.code(), trustDevice: true })
      if (what === 'a changed password') {
        const newPassword = 'outra-senha-Segura-7'
        await auth(ana, '/change-password', { currentPassword: ana.password, newPassword })
        ana.password = newPassword
      } else {
        expect((await auth(ana, '/two-factor/disable', { password: ana.password })).status).toBe(200)
        await enrol(ana)
      }
      expect(await db().$count(verifications, eq(verifications.value, ana.userId))).toBe(0)
      expect((await laptop.signIn(ana)).body).toMatchObject({ twoFactorRedirect: true })
    },
  )
})

/** Eleven minutes pass since the last proof. */
async function age(who: TestClient): Promise<void> {
  const past = new Date(Date.now() - 11 * 60_000)
  await db().update(sessions).set({ provedAt: past, factorAt: past }).where(eq(sessions.userId, who.userId))
}
