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

it('the page of an address names the files that this address starts with', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'elenco-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  const preloads = [{ path: '^/app/?$', files: ['/assets/home-1a2b.js', '/assets/home-1a2b.css'] }]
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads))
  const app = createRouter().route('/', staticRoutes(folder))
  const get = async (path: string) => (await app.request(path)).text()
  expect(await get('/app')).toBe(
    '<head><link rel="modulepreload" crossorigin href="/assets/home-1a2b.js">' +
      '<link rel="preload" as="style" crossorigin href="/assets/home-1a2b.css"></head>',
  )
  expect(await get('/sign-in')).toBe('<head></head>')
})
