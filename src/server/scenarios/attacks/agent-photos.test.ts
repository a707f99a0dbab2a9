import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent } from '#shared/contract/agents.ts'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import type { Upload } from '#shared/contract/uploads.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { agents, uploads } from '../../db/schema/index.ts'
import { sweepUploads } from '../../features/uploads/uploads.service.ts'
import { type ImageSite, SITE, startImageSite } from '../../testing/doubles/image-site.ts'
import { claimingPng, image, imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { makeConversation, makePerson } from '../../testing/factories/people.ts'
import { validAgent } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Listening, serveWith } from '../../testing/web-server.ts'

let app: TestApp
let site: ImageSite
let server: Listening
let admin: TestClient
beforeAll(async () => {
  ;[app, site] = await Promise.all([createTestApp(), startImageSite()])
  server = await serveWith(app, { fetchRemoteImage: site.fetcher() })
  admin = (await app.signUp('Dona da Casa')).at(server.baseUrl)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await Promise.all([app.close(), site.close()])
})

const at = (path: string) => `https://fotos.${SITE}${path}`
const create = (photoUrl: unknown, client = admin) =>
  client.post<AdminAgent>('/agents/admin', validAgent({ photoUrl }))
const upload = async (client: TestClient, bytes: Uint8Array = TINY_PNG) =>
  (await client.call<Upload>('POST', '/api/v1/uploads', imageForm(bytes))).data.url
const open = (url: string | null) => fetch(app.baseUrl + new URL(url ?? '').pathname)
const keyOf = (url: string | null) => url?.split('/').at(-1) ?? ''
const rowOf = async (url: string | null) => {
  const [row] = await app.server.deps.db
    .select()
    .from(uploads)
    .where(eq(uploads.key, keyOf(url)))
  return row
}

/** All stored agents and files. */
const stored = async () => {
  const { db, env } = app.server.deps
  const files = await readdir(join(env.dataDir, 'uploads')).catch(() => [])
  return { agents: await db.$count(agents), uploads: await db.$count(uploads), files: files.toSorted() }
}

async function expectRefused(photoUrl: unknown, text: string): Promise<void> {
  const before = await stored()
  const reply = await create(photoUrl)
  expect([photoUrl, reply.status, reply.error]).toEqual([
    photoUrl,
    400,
    { code: 'VALIDATION_ERROR', message: text, details: { photoUrl: text } },
  ])
  expect(await stored()).toEqual(before)
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(document.domain)</script>'

describe('an agent’s photo', () => {
  test('from an https address is fetched once, re-encoded, and stored as the installation’s', async () => {
    site.serve('/retrato.jpg', await image('jpeg', 90, 60))
    const { status, data } = await create(at('/retrato.jpg'))
    expect([status, data.photoUrl]).toEqual([
      201,
      expect.stringMatching(/^http:\/\/localhost:3000\/uploads\/[0-9a-f]{32}\.webp$/),
    ])
    const metadata = await sharp(await (await open(data.photoUrl)).bytes()).metadata()
    expect(metadata).toMatchObject({
      format: 'webp',
      width: SERVER_LIMITS.uploadSide,
      height: SERVER_LIMITS.uploadSide,
    })
    expect((await rowOf(data.photoUrl))?.userId).toBeNull()
    const body = { name: 'Outro', photoUrl: data.photoUrl, version: data.version }
    const renamed = await admin.call<AdminAgent>('PATCH', `/api/v1/agents/admin/${data.id}`, body)
    expect(renamed.data).toMatchObject({ name: 'Outro', photoUrl: data.photoUrl })
    expect(site.requests).toEqual(['/retrato.jpg'])
  })

  test('from the administrator’s own upload becomes the installation’s, and outlives the account', async () => {
    const other = await makePerson(app, 'admin')
    const url = await upload(other)
    const { data } = await create(url, other.at(server.baseUrl))
    expect(data.photoUrl).toBe(url)
    expect((await rowOf(url))?.userId).toBeNull()
    // Any administrator may use it for another agent.
    expect((await create(url)).data.photoUrl).toBe(url)
    const gone = await other.call('POST', '/api/auth/delete-user', { password: other.password })
    expect(gone.status).toBe(200)
    const { db } = app.server.deps
    await db
      .update(uploads)
      .set({ createdAt: new Date(Date.now() - 48 * 3_600_000) })
      .where(eq(uploads.key, keyOf(url)))
    await sweepUploads(app.server.deps)
    expect((await open(url)).status).toBe(200)
  })

  test('that is also the administrator’s profile photo is copied', async () => {
    const url = await upload(admin)
    await admin.call('POST', '/api/auth/update-user', { image: url })
    const { data } = await create(url)
    expect(data.photoUrl).not.toBe(url)
    expect([(await rowOf(url))?.userId, (await rowOf(data.photoUrl))?.userId]).toEqual([
      (await admin.get<{ id: string }>('/me')).data.id,
      null,
    ])
  })

  test('may be a built-in portrait, or none', async () => {
    expect((await create('/agents/launches.svg')).data.photoUrl).toBe('/agents/launches.svg')
    expect((await create(null)).data.photoUrl).toBeNull()
    await expectRefused('/agents/nenhum.svg', 'Invalid photo URL')
  })
})

describe('A33 an internal address as a photo', () => {
  test.each([
    'https://127.1/foto.png',
    'https://0x7f.1/foto.png',
    'https://0177.0.0.1/foto.png',
    'https://[::ffff:7f00:1]/foto.png',
    'https://[64:ff9b::7f00:1]/foto.png',
    'https://169.254.169.254/latest/meta-data/',
    `https://fotos.${SITE}@127.0.0.1/foto.png`,
    'https://127.0.0.1./foto.png',
    `https://fotos.${SITE}:8443/foto.png`,
    `http://fotos.${SITE}/foto.png`,
  ])('«%s» is refused', async (address) => {
    site.dials.length = 0
    await expectRefused(address, 'Invalid photo URL')
    expect(site.dials).toEqual([])
  })

  const UNREACHABLE = 'Não conseguimos buscar uma foto neste endereço.'

  test('gets the same answer for a host name, a redirect and a missing page', async () => {
    site.name(`dentro.${SITE}`, ['10.0.0.1'])
    site.serve('/muda', (_request, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    )
    for (const address of [`https://dentro.${SITE}/foto.png`, at('/muda'), at('/nada')]) {
      await expectRefused(address, UNREACHABLE)
    }
  })

  test('leaves the agent’s existing photo in place', async () => {
    const { data } = await create('/agents/launches.svg')
    const change = { photoUrl: at('/nada'), name: 'Outro', version: data.version }
    const reply = await admin.call('PATCH', `/api/v1/agents/admin/${data.id}`, change)
    expect([reply.status, reply.error.details]).toEqual([400, { photoUrl: UNREACHABLE }])
    expect((await admin.get(`/agents/admin/${data.id}`)).data).toEqual(data)
  })
})

describe('A30 a photo address without an image', { timeout: 60_000 }, () => {
  const refusal = 'Envie uma imagem PNG, JPEG ou WebP.'
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['SVG with a script', () => Buffer.from(SVG)],
    ['HTML', () => Buffer.from(HTML)],
    [
      'GIF that is also an archive',
      async () => Buffer.concat([await image('gif'), Buffer.from('PK\x03\x04')]),
    ],
    ['AVIF', () => image('avif')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['the beginning of a PNG', () => TINY_PNG.subarray(0, 8)],
  ])('%s called PNG is refused', async (_what, bytes) => {
    const body = await bytes()
    site.serve('/foto.png', (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(body),
    )
    await expectRefused(at('/foto.png'), refusal)
  })

  test('of a polyglot file, only the image is stored', async () => {
    const both = Buffer.concat([await image('jpeg'), Buffer.from(HTML)])
    site.serve('/duas.html', (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(both),
    )
    const { data } = await create(at('/duas.html'))
    const kept = Buffer.from(await (await open(data.photoUrl)).bytes())
    expect((await sharp(kept).metadata()).format).toBe('webp')
    expect(kept.includes('<script')).toBe(false)
  })
})

test('A31 the limits of bytes and pixels hold for images at an address', async () => {
  site.serve('/bomba.png', claimingPng(50_000, 50_000))
  await expectRefused(at('/bomba.png'), 'A imagem passa de 40 megapixels. Escolha uma menor.')
  site.serve('/enorme.png', Buffer.concat([TINY_PNG, Buffer.alloc(LIMITS.uploadBytes)]))
  await expectRefused(at('/enorme.png'), 'A imagem deste endereço é grande demais.')
})

test('A32 location and camera of a photo at an address are not stored', async () => {
  const photo = await sharp(await image('jpeg'))
    .withExif({
      IFD0: { Make: 'Camera secreta' },
      IFD3: { GPSLatitude: '23/1 33/1 0/1', GPSLatitudeRef: 'S' },
    })
    .toBuffer()
  expect(photo.includes('Camera secreta')).toBe(true)
  site.serve('/com-lugar.jpg', photo)
  const { data } = await create(at('/com-lugar.jpg'))
  const kept = Buffer.from(await (await open(data.photoUrl)).bytes())
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect(kept.includes('secreta')).toBe(false)
})

test('A4 an upload of another user can’t be used as a photo', async () => {
  const ana = await app.signUp('Ana')
  const url = await upload(ana)
  await expectRefused(url, 'Invalid photo URL')
  expect((await rowOf(url))?.userId).toBe(ana.userId)
})

describe('A29 a forbidden photo address', () => {
  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'data:text/html,<script>alert(1)</script>',
    'http://mal.exemplo/pixel.gif',
    'http://localhost:3000/uploads/../secret',
    `http://localhost:3000/uploads/${'0'.repeat(32)}.webp`,
    `/uploads/${'0'.repeat(32)}.webp`,
    '//mal.exemplo/foto.png',
    '/agents/../uploads/x.svg',
    'https://mal.exemplo\\@localhost/foto.png',
    'foto.png',
    ' ',
    '',
    42,
    `https://mal.exemplo/${'a'.repeat(LIMITS.photoUrlLength)}`,
  ])('«%s» is refused when written', async (address) => {
    await expectRefused(address, 'Invalid photo URL')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://mal.exemplo/pixel.gif'])(
    '«%s» is omitted when read',
    async (address) => {
      const { data } = await create('/agents/launches.svg')
      await app.server.deps.db.update(agents).set({ photoUrl: address }).where(eq(agents.id, data.id))
      expect((await admin.get<AdminAgent>(`/agents/admin/${data.id}`)).data.photoUrl).toBeNull()
      const ana = await app.signUp('Ana')
      expect((await ana.get<Agent>(`/agents/${data.id}`)).data.photoUrl).toBeNull()
      const raw = await (await ana.fetch('GET', '/api/v1/agents?limit=100')).text()
      expect(raw).not.toContain(address)
    },
  )

  test('is omitted in the list of chats too', async () => {
    const { data } = await create('/agents/launches.svg')
    await app.server.deps.db.update(agents).set({ photoUrl: 'javascript:1' }).where(eq(agents.id, data.id))
    await makeConversation(app.server.deps.db, { userId: admin.userId, agentId: data.id })
    const raw = await (await admin.fetch('GET', '/api/v1/chats')).text()
    expect(raw).toContain(data.id)
    expect(raw).not.toContain('javascript:')
  })
})
