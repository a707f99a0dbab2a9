import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createRouter } from './context.ts'
import { staticRoutes } from './static.ts'

const CODE = Buffer.from('export const answer = 42\n'.repeat(200))
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'elenco-static-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  writeFileSync(join(root, 'assets/app-1a2b.js'), CODE)
  writeFileSync(join(root, 'assets/app-1a2b.js.br'), brotliCompressSync(CODE))
  writeFileSync(join(root, 'assets/app-1a2b.js.gz'), gzipSync(CODE))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', null],
] as const)('serves a file for Accept-Encoding %s as %s', async (accepted, encoding) => {
  const app = createRouter().route('/', staticRoutes(root))
  const response = await app.request('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': accepted } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('content-encoding')).toBe(encoding)
  if (encoding) expect(response.headers.get('vary')).toContain('Accept-Encoding')
  const body = Buffer.from(await response.arrayBuffer())
  expect(encoding ? UNPACK[encoding](body) : body).toEqual(CODE)
})

it('the service worker is always revalidated', async () => {
  writeFileSync(join(root, 'service-worker.js'), 'self.skipWaiting()')
  writeFileSync(join(root, 'manifest.webmanifest'), '{}')
  const app = createRouter().route('/', staticRoutes(root))
  const worker = await app.request('/service-worker.js')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toMatch(/^text\/javascript/)
  const manifest = await app.request('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
})

it.each(['gzip, br', 'identity'])(
  'a file that the browser holds is not sent again (%s)',
  async (accepted) => {
    const app = createRouter().route('/', staticRoutes(root))
    const ask = (since: string, path = '/assets/app-1a2b.js') =>
      app.request(path, { headers: { 'Accept-Encoding': accepted, 'If-Modified-Since': since } })
    const first = await ask('Thu, 01 Jan 1970 00:00:00 GMT')
    expect(first.status).toBe(200)
    const modified = first.headers.get('last-modified') ?? ''
    const again = await ask(modified)
    expect([again.status, await again.text()]).toEqual([304, ''])
    const { 'cache-control': cache, vary, ...rest } = Object.fromEntries(again.headers)
    expect(cache).toMatch(/immutable/)
    expect(vary ?? '').toContain(accepted === 'identity' ? '' : 'Accept-Encoding')
    expect(rest).toEqual({ 'last-modified': modified })
    // A rollback brings back an older file.
    expect((await ask('Fri, 01 Jan 2100 00:00:00 GMT')).status).toBe(200)
  },
)

it('HEAD has the headers of GET', async () => {
  const app = createRouter().route('/', staticRoutes(root))
  for (const path of ['/assets/app-1a2b.js', '/app']) {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => app.request(path, { method, headers: { 'Accept-Encoding': 'br' } })),
    )
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    expect(Object.fromEntries(head?.headers ?? [])).toMatchObject({
      'cache-control': get?.headers.get('cache-control'),
      'content-type': get?.headers.get('content-type'),
    })
  }
})

it('a file without a hash is revalidated within the hour, and meanwhile shown from the cache', async () => {
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  const app = createRouter().route('/', staticRoutes(root))
  const { headers } = await app.request('/favicon.svg')
  expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=604800')
})

it('the page of the app may return from the history, is revalidated, and an unknown one is not kept', async () => {
  const app = createRouter().route('/', staticRoutes(root))
  const page = await app.request('/app/x')
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  const again = await app.request('/app', { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
  const unknown = await app.request('/nao-existe')
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

it('a form’s own address has its picture, unless the form may look different', async () => {
  writeFileSync(join(root, 'sign-in.html'), '<!doctype html><div id="still"></div>')
  let isGoogleReady = false
  const app = createRouter().route('/', staticRoutes(root, { hasStills: () => !isGoogleReady }))
  const hasPicture = async (path: string) => (await (await app.request(path)).text()).includes('still')
  expect(await hasPicture('/sign-in')).toBe(true)
  expect(await hasPicture('/sign-in?redirect=%2Fapp%2Fme')).toBe(false)
  expect(await hasPicture('/app')).toBe(false)
  isGoogleReady = true
  expect(await hasPicture('/sign-in')).toBe(false)
})

it('the page of an address names the files that this address starts with', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'elenco-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  const preloads = [{ path: '/app{/}?', files: ['/assets/home-1a2b.js', '/assets/home-1a2b.css'] }]
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads))
  const app = createRouter().route('/', staticRoutes(folder))
  const get = async (path: string) => (await app.request(path)).text()
  expect(await get('/app')).toBe(
    '<head><link rel="modulepreload" crossorigin href="/assets/home-1a2b.js">' +
      '<link rel="preload" as="style" crossorigin href="/assets/home-1a2b.css"></head>',
  )
  expect(await get('/sign-in')).toBe('<head></head>')
})
