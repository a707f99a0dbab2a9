import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Upload } from '#shared/contract/uploads.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { uploads, users } from '../../db/schema/index.ts'
import { image, imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { addUpload, sweepUploads } from './uploads.service.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const send = (client: TestClient, bytes: Uint8Array) =>
  client.call<Upload>('POST', '/api/v1/uploads', imageForm(bytes))

/** Fetches an upload's path from this server's port. */
const open = (url: string, init?: RequestInit) => fetch(app.baseUrl + new URL(url).pathname, init)

const pathOf = (url: string) => new URL(url).pathname

describe('an upload', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'of a %s becomes a square WebP at a public address',
    async (format) => {
      const reply = await send(ana, await image(format))
      expect(reply.status).toBe(201)
      expect(reply.data.url).toMatch(/^http:\/\/localhost:3000\/uploads\/[0-9a-f]{32}\.webp$/)
      const response = await open(reply.data.url)
      expect(response.status).toBe(200)
      const metadata = await sharp(await response.bytes()).metadata()
      expect(metadata).toMatchObject({
        format: 'webp',
        width: SERVER_LIMITS.uploadSide,
        height: SERVER_LIMITS.uploadSide,
      })
    },
  )

  test('is cropped to its centre of interest and turned upright', async () => {
    // Red on the left and blue on the right, rotated by 90 degrees: red is on top.
    const half = { width: 60, height: 120, channels: 3 } as const
    const right = await sharp({ create: { ...half, background: 'blue' } })
      .png()
      .toBuffer()
    const lying = await sharp({ create: { ...half, width: 120, background: 'red' } })
      .composite([{ input: right, left: 60, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { data } = await send(ana, lying)
    const upright = sharp(await (await open(data.url)).bytes())
    const colour = async (top: number) => {
      const { data: pixel } = await upright
        .clone()
        .extract({ left: 256, top, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return (pixel[0] ?? 0) > (pixel[2] ?? 0) ? 'red' : 'blue'
    }
    expect([await colour(20), await colour(490)]).toEqual(['red', 'blue'])
  })

  test('is cached by browsers, and revalidated without a new download', async () => {
    const { data } = await send(ana, await image('png'))
    const response = await open(data.url)
    await response.body?.cancel()
    const tag = response.headers.get('etag') ?? ''
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const again = await open(data.url, { headers: { 'If-None-Match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await open(data.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'image/webp',
      '',
    ])
  })

  test('becomes the user’s own portrait only when the user sets it', async () => {
    const { data } = await send(ana, await image('png'))
    const bia = await app.signUp('Bia')
    const update = (client: TestClient, image: unknown) =>
      client.call('POST', '/api/auth/update-user', { image })
    expect((await update(bia, data.url)).status).toBe(400)
    expect((await update(app.visitor(), data.url)).status).toBe(401)
    expect((await update(ana, data.url)).status).toBe(200)
    expect((await ana.get<{ image: string }>('/me')).data.image).toBe(data.url)
    expect((await update(ana, null)).status).toBe(200)
    expect((await ana.get<{ image: string }>('/me')).data.image).toBeNull()
  })
})

describe('a refused upload', () => {
  const form = (fields: Record<string, string | Uint8Array>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      data.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
    }
    return data
  }
  const two = () => {
    const data = imageForm(TINY_PNG)
    data.append('file', new Blob([new Uint8Array(TINY_PNG)]))
    return data
  }

  test.each([
    ['no file', () => form({}), 415, 'Envie uma imagem PNG, JPEG ou WebP.'],
    ['a text for a file', () => form({ file: 'foto' }), 400, 'Escolha uma imagem'],
    ['an empty file', () => imageForm(new Uint8Array()), 400, 'Escolha uma imagem'],
    ['another field', () => form({ file: TINY_PNG, userId: 'x' }), 400, 'Campo desconhecido'],
    ['two files', two, 400, 'Envie uma imagem de cada vez'],
    ['a text file', () => imageForm(Buffer.from('Oi, mundo')), 415, 'Envie uma imagem PNG, JPEG ou WebP.'],
  ])('%s', async (_what, body, status, text) => {
    const reply = await ana.call('POST', '/api/v1/uploads', body())
    expect([reply.status, reply.error.message]).toEqual([status, text])
  })

  test('of a truncated image', async () => {
    const whole = await sharp(await image('jpeg', 400, 400))
      .jpeg({ quality: 100 })
      .toBuffer()
    const reply = await send(ana, whole.subarray(0, whole.length / 2))
    expect(reply.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { file: 'Não conseguimos ler esta imagem. Tente outra.' },
    })
  })
})

describe('the quota', () => {
  test('is fifty attempts a day, good or bad, and reports when the next is possible', async () => {
    const carla = await app.signUp('Carla')
    const { db } = app.server.deps
    const rows = Array.from({ length: SERVER_LIMITS.uploadsPerDay - 1 }, (_, index) => ({
      userId: carla.userId,
      key: `${String(index).padStart(32, '0')}.webp`,
      bytes: 0,
      createdAt: new Date(Date.now() - 23 * 3_600_000),
    }))
    await db.insert(uploads).values(rows)
    expect((await send(carla, Buffer.from('no image'))).status).toBe(415)
    const over = await send(carla, TINY_PNG)
    expect([over.status, over.error.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    expect((await send(ana, TINY_PNG)).status).toBe(201)
    await db
      .update(uploads)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(uploads.userId, carla.userId))
    expect((await send(carla, TINY_PNG)).status).toBe(201)
  })

  test('unused files are deleted after a day, and portraits stay', async () => {
    const dora = await app.signUp('Dora')
    const { db } = app.server.deps
    const [shown, replaced, fresh] = [
      await send(dora, TINY_PNG),
      await send(dora, TINY_PNG),
      await send(dora, TINY_PNG),
    ].map(({ data }) => data.url)
    await dora.call('POST', '/api/auth/update-user', { image: shown })
    for (const url of [shown, replaced]) {
      await db
        .update(uploads)
        .set({ createdAt: sql`now() - interval '25 hours'` })
        .where(eq(uploads.key, pathOf(url ?? '').split('/')[2] ?? ''))
    }
    await sweepUploads(app.server.deps)
    const statuses = await Promise.all(
      [shown, replaced, fresh].map(async (url) => (await open(url ?? '', { method: 'HEAD' })).status),
    )
    expect(statuses).toEqual([200, 404, 200])
    expect(await db.$count(uploads, eq(uploads.userId, dora.userId))).toBe(2)
  })
})

test('an account deleted during an upload leaves no file', async () => {
  const eva = await app.signUp('Eva')
  const { db, files, ...deps } = app.server.deps
  const written: string[] = []
  const watched = {
    ...files,
    write: async (name: string, bytes: Uint8Array) => {
      await files.write(name, bytes)
      written.push(name)
      await db.delete(users).where(eq(users.id, eva.userId))
    },
  }
  await expect(
    addUpload({ ...deps, db, files: watched }, { userId: eva.userId, file: TINY_PNG }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(written).toHaveLength(1)
  expect(await files.read(written[0] ?? '')).toBeUndefined()
})
