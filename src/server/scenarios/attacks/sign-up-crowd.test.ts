import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { boundedHashing } from '../../auth/passwords/hashing.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

const WAITING = 60
const HASH_MS = 20
const PASSWORD = 'senha-segura-1'

/** Hashes of the real length one after another, or none at all while they are held. */
let isHeld = false
let waitingIn = 0
const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
  waitingIn += 1
  await sleep(HASH_MS)
  while (isHeld) await sleep(5)
  waitingIn -= 1
  return work()
}
const passwords = boundedHashing(
  {
    hash: (password) => slowly(() => quickPasswords.hash(password)),
    verify: (given) => slowly(() => quickPasswords.verify(given)),
  },
  { atOnce: 1, waiting: WAITING },
)

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: '1', RATE_LIMITS: 'on' }, { passwords })
  ana = app.visitor()
  await signUp(ana)
  return () => app.close()
})
afterEach(() => {
  isHeld = false
})

let count = 0
const nextAddress = () => {
  count += 1
  return { 'X-Forwarded-For': `198.51.${Math.floor(count / 250)}.${count % 250}` }
}
const nobody = () => ({ name: 'Bia Lima', email: `${randomUUID()}@exemplo.com.br`, password: PASSWORD })
const post = (client: TestClient, path: string, body: unknown) =>
  client.call('POST', `/api/auth${path}`, body, nextAddress())

async function signUp(client = app.visitor()): Promise<Reply> {
  const account = nobody()
  const reply = await post(client, '/sign-up/email', account)
  return Object.assign(reply, { account })
}

/** How many connections of the pool wait in a transaction for something outside the database. */
async function idleTransactions(): Promise<number> {
  const { rows } = await app.server.deps.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return rows[0]?.count ?? 0
}

/** A crowd whose hashes wait until `release`. */
async function gather(size: number): Promise<{ crowd: Promise<Reply>[]; release(): void }> {
  isHeld = true
  onTestFinished(() => {
    isHeld = false
  })
  const crowd = Array.from({ length: size }, () => signUp())
  await vi.waitFor(() => expect(waitingIn).toBe(1), { timeout: 20_000 })
  return {
    crowd,
    release() {
      isHeld = false
    },
  }
}

describe('A56 a crowd that signs up', { timeout: 60_000 }, () => {
  test('holds no connection while its hashes wait, and everybody in it gets an account', async () => {
    const { crowd, release } = await gather(WAITING)
    for (let times = 0; times < 10; times += 1) {
      expect((await ana.get('/chats')).status).toBe(200)
      expect(await idleTransactions()).toBe(0)
      await sleep(20)
    }
    release()
    const replies = await Promise.all(crowd)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('is told when to come back beyond the bound; the others wait and get in', async () => {
    const { crowd, release } = await gather(WAITING + 1)
    await sleep(300)
    const refused = await Promise.all(Array.from({ length: 20 }, () => signUp()))
    for (const { status, headers, error } of refused) {
      expect([status, headers.get('retry-after'), error.code, error.message]).toEqual([
        503,
        '10',
        'UNAVAILABLE',
        'Muita gente está entrando ao mesmo tempo. Nada se perdeu: tente de novo em 10 segundos.',
      ])
    }
    release()
    for (const { status } of await Promise.all(crowd)) expect(status).toBe(200)
    expect((await signUp()).status).toBe(200)
  })

  test('does not delay those who sign in', async () => {
    const ben = app.visitor()
    const { account } = Object(await signUp(ben))
    const { crowd, release } = await gather(WAITING)
    let done = 0
    for (const reply of crowd) void reply.then(() => (done += 1))
    await sleep(300)
    release()
    const { status } = await post(app.visitor(), '/sign-in/email', {
      email: account.email,
      password: PASSWORD,
    })
    expect(status).toBe(200)
    expect(done).toBeLessThan(WAITING / 2)
    await Promise.all(crowd)
  })

  test('of sign-ins beyond the bound is refused before a try counts', async () => {
    const { account } = Object(await signUp())
    const signIn = () => post(app.visitor(), '/sign-in/email', { email: account.email, password: PASSWORD })
    const { crowd, release } = await gather(1)
    const others = Array.from({ length: WAITING }, () =>
      post(app.visitor(), '/sign-in/email', { email: nobody().email, password: PASSWORD }),
    )
    await sleep(500)
    for (let times = 0; times < 10; times += 1) expect((await signIn()).status).toBe(503)
    release()
    await Promise.all([...crowd, ...others])
    // Ten counted tries would make the account wait.
    expect((await signIn()).status).toBe(200)
  })
})

test('a password that was prepared is stored with a hash of its own', async () => {
  const replies = (await Promise.all([signUp(), signUp()])) as (Reply & { account: { email: string } })[]
  const { rows } = await app.server.deps.db.execute<{ password: string }>(sql`
    select password from accounts join users on users.id = accounts.user_id
    where ${sql.join(
      replies.map(({ account }) => sql`email = ${account.email}`),
      sql` or `,
    )}`)
  expect(new Set(rows.map(({ password }) => password)).size).toBe(2)
  const all = rows.map(({ password }) => passwords.verify({ hash: password, password: PASSWORD }))
  expect(await Promise.all(all)).toEqual([true, true])
})
