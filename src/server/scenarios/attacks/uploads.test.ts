import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Upload } from '#shared/contract/uploads.ts'
import { uploads, users } from '../../db/schema/index.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { image, imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const folder = () => join(app.server.deps.env.dataDir, 'uploads')
const send = (client: TestClient, form: FormData) => client.call<Upload>('POST', '/api/v1/uploads', form)
const open = (url: string) => fetch(app.baseUrl + new URL(url).pathname)

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(document.domain)</script>'

describe('A30 files that are no image, or polyglot', { timeout: 60_000 }, () => {
  const zip = Buffer.from('PK\x03\x04um programa', 'latin1')
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
    ['SVG with a script', () => Buffer.from(SVG), 'foto.svg', 'image/svg+xml'],
    ['SVG called PNG', () => Buffer.from(SVG), 'foto.png', 'image/png'],
    [
      'SVG after an XML prologue',
      () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`),
      'foto.png',
      'image/png',
    ],
    ['HTML called PNG', () => Buffer.from(HTML), 'foto.png', 'image/png'],
    ['a script called JPEG', () => Buffer.from('alert(1)'), 'foto.jpg', 'image/jpeg'],
    ['GIF', () => image('gif'), 'foto.gif', 'image/gif'],
    [
      'GIF that is a program too',
      async () => Buffer.concat([await image('gif'), zip]),
      'foto.png',
      'image/png',
    ],
    ['TIFF', () => image('tiff'), 'foto.png', 'image/png'],
    ['AVIF', () => image('avif'), 'foto.webp', 'image/webp'],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'foto.png', 'image/png'],
    ['the beginning of a PNG', () => TINY_PNG.subarray(0, 8), 'foto.png', 'image/png'],
  ])('%s is refused', async (_what, bytes, name, type) => {
    const before = await readdir(folder()).catch(() => [])
    const reply = await send(ana, imageForm(await bytes(), name, type))
    expect([reply.status, reply.error.message]).toEqual([415, 'Envie uma imagem PNG, JPEG ou WebP.'])
    expect(await readdir(folder()).catch(() => [])).toEqual(before)
  })

  test('of a polyglot file, only the image is stored', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const both = Buffer.concat([await image(format), Buffer.from(HTML), zip])
      const { data, status } = await send(ana, imageForm(both, 'foto.html', 'text/html'))
      expect([format, status]).toEqual([format, 201])
      const kept = Buffer.from(await (await open(data.url)).bytes())
      expect((await sharp(kept).metadata()).format).toBe('webp')
      expect(kept.includes('<script') || kept.includes('PK\x03\x04')).toBe(false)
    }
  })

  test.each([
    'foto.png.php',
    '../../dist/index.html',
    '..\\..\\x.png',
    'a%00.png',
    '/etc/passwd',
    '.htaccess',
    'é🙂.png',
  ])('the name «%s» does not affect the path in the store', async (name) => {
    const { data, status } = await send(ana, imageForm(TINY_PNG, name))
    expect([status, data.url]).toEqual([201, expect.stringMatching(/\/uploads\/[0-9a-f]{32}\.webp$/)])
    for (const file of await readdir(folder())) expect(file).toMatch(/^[0-9a-f]{32}\.webp$/)
  })

  test('stored files are readable by the server’s user only', async () => {
    expect((await stat(folder())).mode & 0o777).toBe(0o700)
    for (const file of await readdir(folder())) {
      expect((await stat(join(folder(), file))).mode & 0o777).toBe(0o600)
    }
  })

  test('are served as images and nothing else', async () => {
    const { data } = await send(ana, imageForm(TINY_PNG))
    const { headers } = await open(data.url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{32}\.webp"$/),
      'content-security-policy': "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    '/uploads/',
    '/uploads/../secret',
    '/uploads/%2e%2e%2fsecret',
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/%00',
    `/uploads/${'a'.repeat(32)}.webp`,
    `/uploads/${'a'.repeat(32)}.webp%00.png`,
    `/uploads/${'a'.repeat(32)}.svg`,
    '/uploads/.webp',
    `/uploads/x/${'a'.repeat(32)}.webp`,
    '/data/uploads',
  ])('%s is 404', async (path) => {
    const { status, text } = await sendRaw(app.baseUrl, requestText('GET', path))
    expect([400, 404]).toContain(status)
    expect(text).not.toContain(app.server.deps.env.dataDir)
  })
})

test('A32 location and camera of a photo are not stored', async () => {
  // The daily quota of the user before is used up.
  const fernanda = await app.signUp('Fernanda')
  const photo = await sharp(await image('jpeg'))
    .withExif({
      IFD0: { Make: 'Camera secreta', Artist: 'Ana Fotografa' },
      IFD3: { GPSLatitude: '23/1 33/1 0/1', GPSLatitudeRef: 'S' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>segredo no xmp</r></x:xmpmeta>')
    .toBuffer()
  expect(photo.includes('Camera secreta') && photo.includes('segredo no xmp')).toBe(true)
  const { data } = await send(fernanda, imageForm(photo))
  const kept = Buffer.from(await (await open(data.url)).bytes())
  const { exif, xmp, iptc, icc, comments } = await sharp(kept).metadata()
  expect([exif, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(kept.includes('secreta') || kept.includes('EXIF') || kept.includes('segredo')).toBe(false)
})

test('A4 an upload of another user can be neither used nor deleted', async () => {
  const [dora, eva] = [await app.signUp('Dora'), await app.signUp('Eva')]
  const { data } = await send(dora, imageForm(TINY_PNG))
  const claim = await eva.call('POST', '/api/auth/update-user', { image: data.url })
  expect([claim.status, claim.body]).toMatchObject([400, { details: { image: 'Imagem inválida' } }])
  for (const method of ['DELETE', 'PUT', 'POST', 'PATCH']) {
    for (const path of [new URL(data.url).pathname, '/api/v1/uploads/x', '/api/v1/uploads']) {
      if (method === 'POST' && path === '/api/v1/uploads') continue
      expect([405, 404]).toContain((await eva.fetch(method, path)).status)
    }
  }
  expect((await eva.call('POST', '/api/auth/delete-user', { password: eva.password })).status).toBe(200)
  expect((await open(data.url)).status).toBe(200)
})

describe('A29 a forbidden image address', () => {
  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'data:text/html,<script>alert(1)</script>',
    'https://mal.exemplo/pixel.gif',
    'http://localhost:3000/uploads/../secret',
    `http://mal.exemplo/uploads/${'0'.repeat(32)}.webp`,
    `http://localhost:3000@mal.exemplo/uploads/${'0'.repeat(32)}.webp`,
    `http://localhost:3000/uploads/${'0'.repeat(32)}.webp`,
    `//localhost:3000/uploads/${'0'.repeat(32)}.webp`,
    `/uploads/${'0'.repeat(32)}.webp`,
    ' ',
    '',
  ])('«%s» is refused when written, and omitted when read', async (address) => {
    const reply = await ana.call('POST', '/api/auth/update-user', { image: address })
    expect([reply.status, reply.body]).toMatchObject([400, { details: { image: 'Imagem inválida' } }])
    const { db } = app.server.deps
    await db.update(users).set({ image: address }).where(eq(users.id, ana.userId))
    const { image } = (await ana.get<{ image: string | null }>('/me')).data
    // The path of an upload is always shown on our own address.
    expect(image).toBe(
      /^http:\/\/[^@]*\/uploads\/0{32}\.webp$/.test(address)
        ? `${app.appUrl}/uploads/${'0'.repeat(32)}.webp`
        : null,
    )
    await db.update(users).set({ image: null }).where(eq(users.id, ana.userId))
  })

  test('stores no files for the user', async () => {
    const { db } = app.server.deps
    const names = (await db.select({ key: uploads.key }).from(uploads)).map(({ key }) => key)
    for (const file of await readdir(folder())) expect(names).toContain(file)
  })
})
