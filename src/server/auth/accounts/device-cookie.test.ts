import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, rateLimits } from '../../db/schema/index.ts'
import { Authenticator } from '../../testing/clients/authenticator.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let context: MailedApp
let boss: TestClient
beforeAll(async () => {
  context = await createMailedApp({ RATE_LIMITS: 'on' })
  boss = await context.app.signUp()
})
afterAll(() => context.close())

const NAME = 'elenco.known_device'
const NEW = 'Outra-senha-2'
const WRONG = 'errada-mas-longa-7'

const markOf = (client: TestClient) =>
  client.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1) ?? ''

/** A new account whose browser signed out. */
async function known(): Promise<TestClient> {
  await forgetAddresses()
  const client = await context.app.signUp()
  await client.call('POST', '/api/auth/sign-out', {})
  return client
}

/** The limits by address are not the subject here. */
const forgetAddresses = () => context.app.server.deps.db.delete(rateLimits)

type Tried = { password?: string; from?: TestClient; cookie?: string }

/** The status of a sign-in to the account of `to`, by a stranger unless `from` or `cookie` says otherwise. */
async function trySignIn(to: TestClient, { password = to.password, from, cookie }: Tried = {}) {
  await forgetAddresses()
  const body = { email: to.email, password }
  const headers = cookie === undefined ? {} : { Cookie: cookie }
  const client = from ?? context.app.visitor()
  return (await client.call('POST', '/api/auth/sign-in/email', body, headers)).status
}

async function lockOut(account: TestClient): Promise<void> {
  for (let index = 0; index < 5; index += 1) {
    expect(await trySignIn(account, { password: WRONG })).toBe(401)
  }
  expect(await trySignIn(account)).toBe(429)
}

describe('A18 a stranger’s wrong guesses', () => {
  test('do not make a known device wait; it survives the sign-out', async () => {
    const ana = await known()
    expect(ana.cookie).toMatch(new RegExp(`^${NAME}=[\\w-]{65}$`))
    await lockOut(ana)
    expect(await trySignIn(ana, { from: ana })).toBe(200)
    expect((await ana.get('/labels')).status).toBe(200)
    // Its success does not give the stranger new tries.
    expect(await trySignIn(ana)).toBe(429)
  })

  test('a known device has its own bound, which strangers and other devices do not share', async () => {
    const ana = await known()
    const phone = context.app.visitor()
    await phone.signIn(ana)
    const guesses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      guesses.push(await trySignIn(ana, { from: ana, password: WRONG }))
    }
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await trySignIn(ana, { from: ana })).toBe(429)
    expect(await trySignIn(ana, { from: phone })).toBe(200)
    expect(await trySignIn(ana)).toBe(200)
  })

  test('parallel guesses of a known device all count', async () => {
    const ana = await known()
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => trySignIn(ana, { from: ana, password: WRONG })),
    )
    expect(guesses.filter((status) => status === 401)).toHaveLength(5)
  })
})

describe('the mark of a device', () => {
  test('is worth nothing for another account, changed, or made of another cookie', async () => {
    const ana = await known()
    const bia = await context.app.signUp()
    const session = /elenco\.session_token=([^;]+)/.exec(bia.cookie)?.[1] ?? ''
    await lockOut(ana)
    const mark = markOf(ana)
    const [id, signature] = [mark.slice(0, 22), mark.slice(22)]
    const tried = [
      markOf(bia),
      markOf(bia).slice(0, 22) + signature,
      id + markOf(bia).slice(22),
      `${mark.slice(0, -2)}AA`,
      id + 'A'.repeat(43),
      session,
      ana.userId,
      `${Array(5).fill('A'.repeat(65)).join('.')}.${mark}`,
      '..%00..;',
    ]
    for (const value of tried) {
      expect([value, await trySignIn(ana, { cookie: `${NAME}=${value}` })]).toEqual([value, 429])
    }
    expect(await trySignIn(ana, { cookie: `${NAME}=${mark}` })).toBe(200)
  })

  test('is given after the code, where sign-ins ask for one', async () => {
    const ana = await context.app.signUp()
    const enabled = await ana.call('POST', '/api/auth/two-factor/enable', { password: ana.password })
    const phone = new Authenticator(Object(enabled.body).totpURI)
    const confirmed = await ana.call('POST', '/api/auth/two-factor/verify-totp', {
      code: await phone.code(-1),
    })
    expect(confirmed.status).toBe(200)
    await forgetAddresses()
    const elsewhere = context.app.visitor()
    expect((await elsewhere.signIn(ana)).body).toMatchObject({ twoFactorRedirect: true })
    expect(markOf(elsewhere)).toBe('')
    const opened = await elsewhere.call('POST', '/api/auth/two-factor/verify-totp', {
      code: await phone.code(),
    })
    expect(opened.status).toBe(200)
    expect(markOf(elsewhere)).toMatch(/^[\w-]{65}$/)
  })

  test('opens nothing', async () => {
    const ana = await known()
    const mark = markOf(ana)
    for (const name of [NAME, 'elenco.session_token']) {
      for (const value of [mark, `${mark.slice(0, 22)}.${mark.slice(22)}`]) {
        const reply = await context.app
          .visitor()
          .call('GET', '/api/v1/labels', undefined, { Cookie: `${name}=${value}` })
        expect([name, reply.status]).toEqual([name, 401])
      }
    }
  })

  test('ends with the password: changed, reset, or set by an administrator', async () => {
    const changes: [string, (ana: TestClient) => Promise<unknown>][] = [
      [
        'changed',
        async (ana) => {
          const elsewhere = context.app.visitor()
          await elsewhere.signIn(ana)
          const body = { currentPassword: ana.password, newPassword: NEW }
          expect((await elsewhere.call('POST', '/api/auth/change-password', body)).status).toBe(200)
          // The browser of the change is known with the new password.
          await lockOut(Object.assign(ana, { password: NEW }))
          await elsewhere.call('POST', '/api/auth/sign-out', {})
          expect(await trySignIn(ana, { from: elsewhere })).toBe(200)
        },
      ],
      [
        'reset',
        async (ana) => {
          const token = await context.resetToken(ana.email)
          const body = { token, newPassword: NEW }
          expect((await context.app.visitor().call('POST', '/api/auth/reset-password', body)).status).toBe(
            200,
          )
          await lockOut(Object.assign(ana, { password: NEW }))
        },
      ],
      [
        'set',
        async (ana) => {
          const body = { userId: ana.userId, newPassword: NEW }
          expect((await boss.call('POST', '/api/auth/admin/set-user-password', body)).status).toBe(200)
          await lockOut(Object.assign(ana, { password: NEW }))
        },
      ],
    ]
    for (const [what, change] of changes) {
      const ana = await known()
      await change(ana)
      expect([what, await trySignIn(ana, { from: ana })]).toEqual([what, 429])
    }
  })

  test('ends with the account, and a new account of the address does not know it', async () => {
    const ana = await known()
    const mark = markOf(ana)
    await ana.signIn(ana)
    const gone = await ana.call('POST', '/api/auth/delete-user', { password: ana.password })
    expect([gone.status, ana.cookie]).toEqual([200, ''])
    await forgetAddresses()
    const again = context.app.visitor()
    await again.signUp({ name: 'Ana Souza', email: ana.email, password: ana.password })
    await lockOut(again)
    expect(await trySignIn(again, { cookie: `${NAME}=${mark}` })).toBe(429)
  })

  test('is kept for the last five accounts of a browser, in a cookie of bounded size', async () => {
    const people: TestClient[] = []
    for (let index = 0; index < 7; index += 1) people.push(await known())
    const shared = context.app.visitor()
    for (const person of people) {
      expect(await trySignIn(person, { from: shared })).toBe(200)
      expect(await trySignIn(person, { from: shared })).toBe(200)
      await shared.call('POST', '/api/auth/sign-out', {})
      expect(shared.cookie.length).toBeLessThan(NAME.length + 5 * 67)
    }
    const statuses: number[] = []
    for (const person of people) {
      await lockOut(person)
      statuses.push(await trySignIn(person, { cookie: shared.cookie }))
    }
    expect(statuses).toEqual([429, 429, 200, 200, 200, 200, 200])
  })

  test('is not made by an impersonation, nor for an account without a password', async () => {
    const ana = await known()
    const before = markOf(boss)
    await boss.call('POST', '/api/auth/admin/impersonate-user', {
      userId: ana.userId,
      reason: 'Pedido de ajuda',
    })
    expect(markOf(boss)).toBe(before)
    await boss.call('POST', '/api/auth/admin/stop-impersonating', {})
    expect(markOf(boss)).toBe(before)
    const { db } = context.app.server.deps
    await db.delete(accounts).where(eq(accounts.userId, ana.userId))
    expect(await trySignIn(ana, { from: ana })).toBe(401)
  })
})
