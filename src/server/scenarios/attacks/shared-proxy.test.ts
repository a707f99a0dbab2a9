import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../db/schema/index.ts'
import { requestFrom } from '../../testing/clients/request-from.ts'
import { nginxPath, startNginx } from '../../testing/processes/nginx.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

if (!nginxPath)
  process.stderr.write('A18: skipped, since nginx is not installed (apt-get install nginx-light)\n')

const compose = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8')
const DEPLOYED = /TRUST_PROXY: \$\{TRUST_PROXY:-([^}]+)\}/.exec(compose)?.[1] ?? 'missing'

describe.skipIf(!nginxPath)('A18 behind the deployed nginx', { timeout: 120_000 }, () => {
  let app: TestApp
  let ana: TestClient
  beforeAll(async () => {
    app = await createTestApp()
    ana = await app.signUp()
  })
  afterAll(() => app.close())

  /** A stranger with 22 wrong sign-ins, and then Ana's right one from another address. */
  async function attack(url: string): Promise<{ guesses: number[]; ana: number }> {
    await app.server.deps.db.delete(rateLimits)
    const signIn = (from: string, body: unknown, headers = {}) =>
      requestFrom(from, `${url}/api/auth/sign-in/email`, {
        ...{ method: 'POST', body },
        headers: { Origin: app.appUrl, Host: new URL(app.appUrl).host, ...headers },
      })
    const guesses: number[] = []
    for (let index = 0; index < 22; index += 1) {
      const body = { email: `${randomUUID()}@exemplo.com.br`, password: 'errada-mas-longa-7' }
      const forged = { 'X-Forwarded-For': `187.45.1.${index}`, 'X-Real-IP': `187.45.2.${index}` }
      guesses.push((await signIn('127.0.0.2', body, forged)).status)
    }
    const { email, password } = ana
    return { guesses, ana: (await signIn('127.0.0.3', { email, password })).status }
  }

  const own = (url: string) => new URL(url).host
  const LIMITED = [...Array(20).fill(401), 429, 429]

  test.each([
    { proxies: 1, setting: DEPLOYED, anas: 200 },
    { proxies: 1, setting: '127.0.0.1', anas: 200 },
    { proxies: 2, setting: '2', anas: 200 },
    { proxies: 2, setting: '127.0.0.1/32', anas: 200 },
    // The inner one believes the outer one, and names the visitor for both numbers.
    { proxies: 2, setting: DEPLOYED, trusted: ['127.0.0.1'], anas: 200 },
    { proxies: 2, setting: '2', trusted: ['127.0.0.1'], anas: 200 },
    // Controls: everybody counts as the proxy, and the log says so.
    { proxies: 1, setting: '', anas: 429, warning: 'usually 1' },
    { proxies: 2, setting: DEPLOYED, anas: 429, warning: 'all proxies in front' },
  ])('one of two visitors is refused: $proxies proxies, TRUST_PROXY=$setting', async (given) => {
    await app.restart({ RATE_LIMITS: 'on', TRUST_PROXY: given.setting })
    app.logs.length = 0
    await using inner = await startNginx([own(app.baseUrl)], { trusted: given.trusted ?? [] })
    await using outer = given.proxies === 2 ? await startNginx([own(inner.url)]) : undefined
    expect(await attack((outer ?? inner).url)).toEqual({ guesses: LIMITED, ana: given.anas })
    expect(app.logs.filter((line) => given.warning && line.includes(given.warning))).toHaveLength(
      given.warning ? 1 : 0,
    )
  })
})
