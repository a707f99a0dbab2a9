import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwords } from '../../auth/passwords/hashing.ts'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/doubles/tcp-proxy.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let context: MailedApp
let ana: TestClient
let letGo: () => void
beforeAll(async () => {
  context = await createMailedApp({ REQUIRE_EMAIL_VERIFICATION: 'true' }, { passwords })
  ana = context.app.visitor()
  await ana.signUp({ name: 'Ana Souza', email: 'ana@exemplo.com.br', password: 'senha-segura-1' })
  // Holds the mail server's answer.
  letGo = context.mail.hold()
})
afterAll(async () => {
  letGo()
  await context.close()
})

const call = (path: string, body: unknown) => context.app.visitor().call('POST', `/api/auth${path}`, body)
const nobody = () => `${randomUUID()}@exemplo.com.br`

type Ask = (email: string) => Promise<Reply>

const shown = ({ status, body, headers }: Reply) => ({
  status,
  headers: [...headers.keys()].toSorted(),
  body: JSON.stringify(body, (name, value) =>
    /^(id|email|name|createdAt|updatedAt)$/.test(name) ? typeof value : value,
  ),
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await ask()
  return performance.now() - start
}

/**
 * Whether the medians of two alternating calls are within 20 %. Load on the machine can separate them by
 * chance, so several rounds are tried; extra work in one of the calls would separate them in each round.
 */
async function takeAsLong(known: Ask, unknown: Ask, pairs: number): Promise<boolean> {
  for (let round = 0; round < 8; round += 1) {
    const times: [known: number[], unknown: number[]] = [[], []]
    for (let index = 0; index < pairs; index += 1) {
      // The order alternates too.
      const order = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
      for (const which of order) {
        times[which].push(await timed(() => (which === 0 ? known(ana.email) : unknown(nobody()))))
      }
    }
    const [one, other] = [median(times[0]), median(times[1])]
    if (Math.abs(one - other) <= 0.2 * Math.max(one, other)) return true
  }
  return false
}

describe('A14 the existence of an account', { timeout: 240_000 }, () => {
  const ASKS: [what: string, ask: Ask, pairs: number][] = [
    ['sign-in', (email) => call('/sign-in/email', { email, password: 'nao-e-esta-7' }), 9],
    [
      'sign-up',
      (email) => call('/sign-up/email', { name: 'Ana Souza', email, password: 'senha-segura-1' }),
      9,
    ],
    ['forgot', (email) => call('/request-password-reset', { email }), 15],
    ['verify', (email) => call('/send-verification-email', { email }), 3],
  ]

  test.each(ASKS)('is not revealed by the response of %s', async (_what, ask) => {
    expect(shown(await ask(ana.email))).toEqual(shown(await ask(nobody())))
  })

  test.each(ASKS)('is not revealed by the duration of %s', async (_what, ask, pairs) => {
    expect(await takeAsLong(ask, ask, pairs)).toBe(true)
  })

  describe('a forgotten-password request', () => {
    let proxy: TcpProxy
    beforeAll(async () => {
      proxy = await startTcpProxy(context.app.databaseUrl)
      await context.app.restart({ DATABASE_URL: proxy.url })
    })
    afterAll(async () => {
      proxy.resume()
      await context.app.restart({ DATABASE_URL: context.app.databaseUrl })
      await proxy.close()
    })

    test('is answered before the account is looked up', async () => {
      proxy.pause()
      const replies = await Promise.all(
        [ana.email, nobody()].map((email) => call('/request-password-reset', { email })),
      )
      proxy.resume()
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
    })
  })
})
