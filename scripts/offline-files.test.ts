import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { filesOfTheApp, offlineEntries } from './offline-files.ts'
import { projectRoot } from './project.ts'

type Chunk = Parameters<typeof filesOfTheApp>[0][string] & { type: 'chunk' }

const chunk = (facadeModuleId: string | null, other: Partial<Chunk> = {}): Chunk => ({
  type: 'chunk',
  isEntry: false,
  facadeModuleId,
  imports: [],
  dynamicImports: [],
  ...other,
})

test('chunks loaded by administrators only are not cached offline; chunks shared with other pages are', () => {
  const files = filesOfTheApp({
    'assets/app.js': chunk('/x/index.html', {
      isEntry: true,
      imports: ['assets/libraries.js'],
      dynamicImports: ['assets/home.js', 'assets/admin.js', 'assets/users.js'],
      viteMetadata: { importedCss: new Set(['assets/app.css']), importedAssets: new Set(['assets/a.woff2']) },
    }),
    'assets/front.js': chunk('/x/landing.html', { isEntry: true }),
    'assets/libraries.js': chunk(null),
    'assets/home.js': chunk('/x/src/client/routes/app/index.tsx', { imports: ['assets/shared.js'] }),
    'assets/admin.js': chunk('/x/src/client/routes/app/admin.tsx', { imports: ['assets/shared.js'] }),
    'assets/users.js': chunk('/x/src/client/routes/app/admin/users.index.tsx?tsr-split=component', {
      imports: ['assets/chart.js'],
    }),
    'assets/chart.js': chunk(null),
    'assets/shared.js': chunk(null, { dynamicImports: ['assets/app.js'] }),
    'assets/alone.css': { type: 'asset' },
  })
  expect([...files].sort()).toEqual([
    'assets/a.woff2',
    'assets/app.css',
    'assets/app.js',
    'assets/home.js',
    'assets/libraries.js',
    'assets/shared.js',
  ])
})

test('a file without a hash in its name is cached by a hash of its content, and the page under its own address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'elenco-offline-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const name of [
    'index.html',
    'landing.html',
    'boot.js',
    'boot.js.br',
    'assets/a-1.woff2',
    'assets/b-2.js',
  ])
    writeFileSync(join(folder, name), name)
  const entries = offlineEntries(folder, ['assets/c-3.js'])
  expect(entries.map(({ url }) => url)).toEqual([
    '/assets/a-1.woff2',
    '/assets/c-3.js',
    '/boot.js',
    '/app?casca',
  ])
  const revisions = entries.map(({ revision }) => revision)
  expect(revisions.slice(0, 2)).toEqual([null, null])
  writeFileSync(join(folder, 'boot.js'), 'changed')
  const changed = offlineEntries(folder, ['assets/c-3.js']).map(({ revision }) => revision)
  expect(changed.map((it, index) => it === revisions[index])).toEqual([true, true, false, true])
})

const inPublic = (path: string) => join(projectRoot, 'public', path)

test('every icon of the manifest exists in its declared size, and the maskable one is full bleed', async () => {
  const manifest = JSON.parse(readFileSync(inPublic('manifest.webmanifest'), 'utf8'))
  expect(manifest).toMatchObject({ lang: 'pt-BR', start_url: '/app', display: 'standalone' })
  const pictures = [manifest, ...manifest.shortcuts].flatMap(({ icons }) => icons)
  expect(pictures.length).toBeGreaterThan(4)
  for (const { src, sizes, purpose } of pictures) {
    const { width, height, format } = await sharp(inPublic(src)).metadata()
    if (sizes === 'any') expect(format).toBe('svg')
    else expect(`${width}x${height}`).toBe(sizes)
    if (purpose === 'maskable') expect((await sharp(inPublic(src)).stats()).isOpaque).toBe(true)
  }
})

test('every icon of the page exists; the one for iPhones is opaque, because transparency turns black', async () => {
  const page = readFileSync(join(projectRoot, 'index.html'), 'utf8')
  const links = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)]
  expect(links.length).toBe(4)
  for (const [, href = ''] of links) expect(existsSync(inPublic(href)), href).toBe(true)
  const touch = sharp(inPublic('icons/apple-touch-icon.png'))
  expect(await touch.metadata()).toMatchObject({ width: 180, height: 180 })
  expect((await touch.stats()).isOpaque).toBe(true)
  const ico = readFileSync(inPublic('favicon.ico'))
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
  for (const at of [6, 22, 38]) {
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)]
    const { width } = await sharp(ico.subarray(offset, offset + length)).metadata()
    expect(width).toBe(ico.readUInt8(at))
  }
})
