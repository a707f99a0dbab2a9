import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { requestFrom } from '../../testing/clients/request-from.ts'
import { caddyPath, startCaddy } from '../../testing/processes/caddy.ts'
import { nginxPath, startNginx } from '../../testing/processes/nginx.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

if (!caddyPath) process.stderr.write('F37: skipped, since Caddy is not installed (apt-get install caddy)\n')

describe.skipIf(!caddyPath)('behind Caddy with TLS, as it is deployed', { timeout: 120_000 }, () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  })
  afterAll(() => app.close())

  /** The status of one sign-in of each of 60 visitors, who forge the address of another proxy. */
  async function visit(url: string): Promise<number[]> {
    const statuses: number[] = []
    for (let visitor = 1; visitor <= 60; visitor += 1) {
      const answer = await requestFrom(`127.0.1.${visitor}`, `${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { Origin: app.appUrl, Host: new URL(app.appUrl).host, 'X-Forwarded-For': '203.0.113.7' },
        body: { email: `visitante${visitor}@exemplo.com.br`, password: 'errada-mas-longa-7' },
      })
      statuses.push(answer.status)
    }
    return statuses
  }

  test('F37 60 visitors count as 60', async () => {
    await using caddy = await startCaddy(new URL(app.baseUrl).host)
    expect(await visit(caddy.url)).toEqual(Array(60).fill(401))
  })

  test('F37 the largest source passes', async () => {
    const echo = createServer(async (request, response) => {
      let size = 0
      for await (const chunk of request) size += chunk.length
      response.end(String(size))
    }).listen(0, '127.0.0.1')
    await once(echo, 'listening')
    onTestFinished(() => void echo.close())
    await using caddy = await startCaddy(`127.0.0.1:${(echo.address() as AddressInfo).port}`)
    const post = (bytes: number) =>
      requestFrom('127.0.0.1', caddy.url, { method: 'POST', body: 'a'.repeat(bytes - '""'.length) })
    const largest = COLLECTION_LIMITS.sourceBytes + LIMITS.jsonBodyBytes
    expect(await post(largest)).toEqual({ status: 200, text: String(largest) })
  })

  test.skipIf(!nginxPath)(
    'F37 60 visitors count as 60 with nginx between, which names Caddy as trusted',
    async () => {
      await using nginx = await startNginx([new URL(app.baseUrl).host], { trusted: ['127.0.0.1'] })
      await using caddy = await startCaddy(new URL(nginx.url).host)
      expect(await visit(caddy.url)).toEqual(Array(60).fill(401))
      // Control: unnamed, all of them count as Caddy.
      await using unnamed = await startNginx([new URL(app.baseUrl).host])
      await using behind = await startCaddy(new URL(unnamed.url).host)
      expect((await visit(behind.url)).filter((status) => status === 429).length).toBeGreaterThan(30)
    },
  )
})
