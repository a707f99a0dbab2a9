import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_HOUSE } from '#shared/contract/house.ts'
import { dressMail } from '../../auth/mail/house-mail.ts'
import { verifyEmail } from '../../auth/mail/messages.ts'
import { houseSettings } from '../../db/schema/index.ts'
import { makeDocument } from '../../documents/make-document.ts'
import { dressed, dressedManifest } from '../../http/house/house-document.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { serveWith } from '../../testing/web-server.ts'

// Forty characters at most, as an administrator may type them.
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</title></head><body>',
  '</script><script>alert(1)</script>',
  '<!--',
  '__PLANS__ __AGENTS__ __APP_URL__',
  '$& $1 $` Elenco',
  '\\u003c\\";}body{display:none}',
  '{{7*7}}',
  'a" data-css="*{display:none}',
]

const PAGE = `<!doctype html><html><head><title>Elenco: agentes</title><meta property="og:site_name" content="Elenco">
<script type="application/ld+json">{"name":"Elenco"}</script><script src="/boot.js"></script></head>
<body><h1 title="No Elenco">O Elenco</h1><main>__PLANS__</main></body></html>`

let app: TestApp
let boss: TestClient
let webRoot = ''
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Chefe')
  webRoot = await mkdtemp(join(tmpdir(), 'elenco-looks-'))
  await writeFile(join(webRoot, 'landing.html'), PAGE)
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true, force: true })
})

const houseOf = (name: string) => ({ ...DEFAULT_HOUSE, name, accent: '#1d4ed8', version: 1 })
const tagsOf = (html: string) => (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.match(/^<[!/]?[\w-]*/)?.[0])

test.each(HOSTILE)('the name %j is text in every place', async (name) => {
  const house = houseOf(name)
  const plain = dressed(PAGE, houseOf('Clube'))
  const html = dressed(PAGE, house)
  expect(tagsOf(html)).toEqual(tagsOf(plain))
  expect(html.split('__PLANS__')).toHaveLength(2)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ name })
  expect(JSON.parse(dressedManifest('{"icons":[]}', house))).toMatchObject({ name, short_name: name })

  const letter = verifyEmail({
    appUrl: 'http://localhost:3000',
    name: 'Ana',
    link: 'http://localhost:3000/x',
    validMinutes: 60,
  })
  const [safe, mail] = ['Clube', name].map((it) => dressMail(letter, houseOf(it), 'http://localhost:3000'))
  expect(tagsOf(mail?.html ?? '')).toEqual(tagsOf(safe?.html ?? ''))
  expect(mail?.subject).toBe(`Confirme seu e-mail em ${name}`)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/\ue000/)
})

test('a name has neither line ends nor more than forty characters, and a page of the server keeps its structure', async () => {
  const { data } = await boss.get<{ version: number }>('/house/admin')
  const put = (body: object) =>
    boss.call('PUT', '/api/v1/house/admin', { version: data?.version, logoUrl: null, accent: null, ...body })
  for (const name of ['Clube\r\nBcc: vitima@exemplo.com.br', 'a\u0000b', '\u2028', 'x'.repeat(41), '']) {
    expect((await put({ name })).status, JSON.stringify(name)).toBe(400)
  }
  for (const accent of ['#fff', 'red', '#1d4ed8;}', 'url(//x.y)', 'expression(1)', '#1D4ED8"']) {
    expect((await put({ name: 'Clube', accent })).status, accent).toBe(400)
  }
  expect((await put({ name: '"><img src=x onerror=alert(1)>' })).status).toBe(200)
  await using site = await serveWith(app, { webRoot })
  const landing = await (await fetch(`${site.baseUrl}/`)).text()
  expect(landing).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(landing).not.toContain('<img src=x')
})

test('not even the database accepts a colour that is a style sheet', async () => {
  const { db } = app.server.deps
  await expect(db.update(houseSettings).set({ accent: sql`'#fff;}body{'` })).rejects.toThrow()
})

test('a hostile name is the author of a file, and nothing else', async () => {
  const source = { title: 'Plano', facts: [], parts: [{ markdown: 'Texto' }] }
  for (const format of ['pdf', 'docx'] as const) {
    const house = { name: '</dc:creator>) /JS (app.alert(1)) <x>', accent: '1D4ED8' }
    const file = await makeDocument({ ...source, house }, format)
    // Its parentheses are escaped in the PDF's own strings; in its XML it opens and closes nothing.
    expect(Buffer.from(file).includes('</dc:creator>) /JS')).toBe(false)
    expect(file.length).toBeGreaterThan(500)
  }
})
