import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Document } from '#shared/contract/documents.ts'
import type { House } from '#shared/contract/house.ts'
import type { Upload } from '#shared/contract/uploads.ts'
import { houseCss, shadesOf } from '#shared/house/shades.ts'
import { auditEntries, uploads } from '../../db/schema/index.ts'
import { startServer } from '../../server.ts'
import { image, imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { TEST_PARTS } from '../../testing/test-parts.ts'
import { unzip } from '../../testing/unzip.ts'
import { serveWith } from '../../testing/web-server.ts'
import { sweepUploads } from '../uploads/uploads.service.ts'

const PAGE = `<!doctype html><title>Entrar · Elenco</title><link rel="icon" href="/favicon.ico" sizes="32x32" />
<link rel="icon" href="/favicon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
<script src="/boot.js"></script><img src="/favicon.svg" alt="">Elenco`
const LANDING = `<!doctype html><title>Elenco: agentes</title><meta name="theme-color" content="#ff6a2b">
<script type="application/ld+json">{"name":"Elenco","url":"__APP_URL__"}</script><script src="/boot.js"></script>
<p>A sua conta no Elenco. __AGENTS__</p><main>__PLANS__</main>`
const MANIFEST = { name: 'Elenco', short_name: 'Elenco', icons: [{ src: '/icons/icon-192.png' }] }

let app: TestApp
let boss: TestClient
let webRoot = ''
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Chefe')
  webRoot = await mkdtemp(join(tmpdir(), 'elenco-house-'))
  await writeFile(join(webRoot, 'index.html'), PAGE)
  await writeFile(join(webRoot, 'landing.html'), LANDING)
  await writeFile(join(webRoot, 'manifest.webmanifest'), JSON.stringify(MANIFEST))
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true, force: true })
})

const current = async () => {
  const { data } = await boss.get<House>('/house/admin')
  if (!data) throw new Error('no house')
  return data
}
const put = (path: string, body: unknown) => boss.call<House>('PUT', `/api/v1${path}`, body)
/** Saves over the current version. */
async function save(change: Partial<House>) {
  return put('/house/admin', { ...(await current()), logoUrl: null, accent: null, ...change })
}
async function uploadLogo(client = boss): Promise<string> {
  const file = await image('png', 300, 300)
  const { data } = await client.call<Upload>('POST', '/api/v1/uploads', imageForm(file))
  return data?.url ?? ''
}
async function page(path: string, headers: Record<string, string> = {}): Promise<Response> {
  await using site = await serveWith(app, { webRoot })
  const response = await fetch(`${site.baseUrl}${path}`, { headers })
  const body = await response.arrayBuffer()
  return new Response(response.status === 304 ? null : body, response)
}

test('until something is chosen, every page is the one of the build', async () => {
  expect(await current()).toEqual({ name: 'Elenco', logoUrl: null, accent: null, version: 0 })
  const response = await page('/sign-in')
  expect(response.headers.get('x-house')).toBeNull()
  expect(await response.text()).toBe(PAGE)
  expect(await (await page('/manifest.webmanifest')).json()).toEqual(MANIFEST)
  expect((await page('/icons/house-192.png')).status).toBe(404)
})

test('name, logo and colour reach documents, manifest and icons, and revalidate', async () => {
  const before = (await page('/sign-in')).headers.get('etag') ?? ''
  const logoUrl = await uploadLogo()
  const { data: stored } = await save({ name: 'Clube da Ana', accent: '#FFFF00', logoUrl })
  expect(stored).toMatchObject({ name: 'Clube da Ana', accent: '#ffff00', logoUrl })
  const key = /(\w+)\.webp/.exec(logoUrl)?.[1]

  const response = await page('/sign-in', { 'If-None-Match': before })
  expect([response.status, response.headers.get('x-house')]).toEqual([200, String(stored?.version)])
  const html = await response.text()
  expect(html).toContain('<title>Entrar · Clube da Ana</title>')
  expect(html).not.toMatch(/Elenco|favicon\.svg|style="/)
  expect(html).toContain(`<img src="/uploads/${key}.webp" alt="">`)
  expect(html).toContain(`<link rel="apple-touch-icon" href="/icons/house-192.png?${key}" />`)
  const [, css = ''] = / data-css="([^"]*)"/.exec(html) ?? []
  expect(css.replaceAll('&quot;', '"')).toBe(houseCss('#ffff00'))
  const again = await page('/sign-in', { 'If-None-Match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)

  const landing = await (await page('/')).text()
  expect(landing).toContain('A sua conta em Clube da Ana.')
  expect(landing).toContain('{"name":"Clube da Ana","url":"http://localhost:3000"}')
  expect(landing).toContain(`content="${shadesOf('#ffff00').light.accent}"`)

  const manifest = await page('/manifest.webmanifest')
  expect(manifest.headers.get('cache-control')).toBe('no-cache')
  const { name, icons } = (await manifest.json()) as { name: string; icons: { src: string; sizes: string }[] }
  expect([name, icons.map(({ sizes }) => sizes)]).toEqual(['Clube da Ana', ['192x192', '512x512']])
  for (const { src, sizes } of icons) {
    const { format, width } = await sharp(await (await page(src)).arrayBuffer()).metadata()
    expect([format, `${width}x${width}`]).toEqual(['png', sizes])
  }
})

test('exported files carry its name and, for headings and links, its colour with enough contrast', async () => {
  await save({ name: 'Clube da Ana', accent: '#ffff00' })
  const body = '[Um link](https://exemplo.com.br)'
  const { data } = await boss.post<Document>('/documents', { title: 'Página', body })
  const exported = async (format: string) => {
    const response = await boss.fetch('GET', `/api/v1/documents/${data.id}/export?format=${format}`)
    return response.bytes()
  }
  const files = await unzip(await exported('docx'))
  expect(files.get('docProps/core.xml')?.toString()).toContain('Clube da Ana')
  const { accentText } = shadesOf('#ffff00').light
  expect(accentText).not.toBe('#ffff00')
  const styles = files.get('word/styles.xml')?.toString()
  expect(styles).toMatch(new RegExp(`w:styleId="Heading1".*?<w:color w:val="${accentText.slice(1)}"`, 'is'))
  const pdf = await getDocumentProxy(await exported('pdf'))
  expect((await getMeta(pdf)).info).toMatchObject({ Author: 'Clube da Ana' })
})

test('another instance shows a change within seconds', async () => {
  const { env, log } = app.server.deps
  const other = await startServer({ ...env, port: 0 }, log, TEST_PARTS)
  onTestFinished(() => other.stop())
  await other.deps.house.read()
  await save({ name: 'Outra Casa' })
  await expect.poll(async () => (await other.deps.house.read()).name, { timeout: 5_000 }).toBe('Outra Casa')
})

test('a save over another administrator’s change is refused, and audited are changes only', async () => {
  const { version, ...looks } = await current()
  expect((await put('/house/admin', { ...looks, name: 'Primeira', version })).status).toBe(200)
  const late = await put('/house/admin', { ...looks, name: 'Segunda', version })
  expect([late.status, late.error]).toMatchObject([409, { details: { version: String(version + 1) } }])
  expect((await current()).name).toBe('Primeira')
  const { db } = app.server.deps
  const count = () => db.$count(auditEntries, eq(auditEntries.action, 'house.update'))
  const before = await count()
  await put('/house/admin', { ...looks, name: 'Primeira', version: version + 1 })
  expect(await count()).toBe(before)
})

test('two first saves at the same time: one is refused', async () => {
  const house = await current()
  const both = await Promise.all(['Uma', 'Duas'].map((name) => put('/house/admin', { ...house, name })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each([
  [{ name: ' ' }, { name: 'Escreva o nome' }],
  [{ name: 'a'.repeat(41) }, { name: 'O nome passa de 40 caracteres' }],
  [{ name: 'a\r\nBcc: b@c.d' }, { name: 'O nome tem caracteres inválidos' }],
  [{ name: 'a\u202eb' }, { name: 'O nome tem caracteres inválidos' }],
  [{ accent: 'red' }, { accent: 'Escreva a cor com # e seis dígitos, como #1d4ed8' }],
  [{ accent: '#fff;}body{}' }, { accent: 'Escreva a cor com # e seis dígitos, como #1d4ed8' }],
  [{ logoUrl: 'https://exemplo.com.br/logo.svg' }, { logoUrl: 'Envie a imagem de novo' }],
  [
    { logoUrl: `http://localhost:3000/uploads/${'0'.repeat(32)}.webp` },
    { logoUrl: 'Envie a imagem de novo' },
  ],
] as const)('refuses %j', async (change, details) => {
  const refused = await save(change)
  expect([refused.status, refused.error?.details]).toEqual([400, details])
})

test('the logo is an own upload, outlives the unused files, and is public', async () => {
  const ana = await app.signUp('Ana')
  expect((await save({ logoUrl: await uploadLogo(ana) })).status).toBe(400)
  const logoUrl = await uploadLogo()
  await boss.call('POST', '/api/auth/update-user', { image: logoUrl })
  expect((await save({ logoUrl })).status).toBe(400)
  await boss.call('POST', '/api/auth/update-user', { image: null })
  expect((await save({ logoUrl })).status).toBe(200)
  const { db } = app.server.deps
  await db.update(uploads).set({ createdAt: sql`now() - interval '2 days'` })
  await sweepUploads(app.server.deps)
  expect((await page(new URL(logoUrl).pathname)).status).toBe(200)
})
