import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Listening, PLANTED, plantWeb, serveWith } from '../../testing/web-server.ts'

let app: TestApp
let web: Awaited<ReturnType<typeof plantWeb>>
let site: Listening
beforeAll(async () => {
  app = await createTestApp()
  web = await plantWeb()
  site = await serveWith(app, { webRoot: web.root })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await web.remove()
  await app.close()
})

const send = (method: string, target: string, headers: Record<string, string> = {}) =>
  sendRaw(site.baseUrl, requestText(method, target, headers))

describe('A53 static files', () => {
  const HIDDEN = [
    ...['/.env', '/.git/config', '/.build-hash', '/%2eenv', '/%2e%67it/config', '/assets/../.env', '/./.env'],
    ...['/../.env', '/..%2f.env', '/..%2Fdata%2Fsecret', '/%2e%2e/data/secret', '/%2e%2e%2fdata%2fsecret'],
    ...['/..%5cdata%5csecret', '/..\\data\\secret', '/....//data/secret', '/assets/..%2f..%2fpackage.json'],
    ...['/data', '/data/secret', '/data/pg/PG_VERSION', '/../data/pg/PG_VERSION', '/package.json'],
    ...['/../web-other/app.js', '/%2e%2e/web-other/app.js', '/assets/%2e%2e/%2e%2e/web-other/app.js'],
    ...['/%00', '/index.html%00.js', '/.env%00.js', '/assets/app-1a2b.js%00', '/%c0%ae%c0%ae/data/secret'],
    ...[
      '/%252e%252e/data/secret',
      '/..;/data/secret',
      '//data/secret',
      '///etc/passwd',
      '/file:///etc/passwd',
    ],
    ...[
      '/etc/passwd',
      '/proc/self/environ',
      '/C:/Windows/win.ini',
      '/assets/',
      '/agents',
      '/index.html/.env',
    ],
  ]

  test.each(HIDDEN)('do not include %s', async (target) => {
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [{}, { Range: 'bytes=0-100' }]) {
        const { status, text } = await send(method, target, headers)
        expect([400, 404]).toContain(status)
        expect(text).not.toContain(PLANTED)
        expect(text).not.toContain('root:')
        // The path on disk is not revealed either.
        expect(text).not.toContain(web.root)
      }
    }
  })

  test('are served with their own type', async () => {
    const script = await send('GET', '/assets/app-1a2b.js')
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    const portrait = await send('GET', '/agents/clara.svg')
    expect([portrait.status, portrait.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
    const part = await send('GET', '/assets/app-1a2b.js', { Range: 'bytes=0-6' })
    expect(part.status).toBe(206)
    for (const Range of ['bytes=9999999999999999999-', 'bytes=5-1', 'bytes=-0', 'x', 'bytes=0-0,1-1']) {
      const { status } = await send('GET', '/assets/app-1a2b.js', { Range })
      expect([200, 206, 416]).toContain(status)
    }
  })
})
