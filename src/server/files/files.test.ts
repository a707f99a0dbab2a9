import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Upload } from '#shared/contract/uploads.ts'
import { uploads } from '../db/schema/index.ts'
import { type S3Double, startS3Double } from '../testing/doubles/s3-double.ts'
import { imageForm, TINY_PNG } from '../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { serveWith } from '../testing/web-server.ts'
import { createDiskFiles } from './disk-files.ts'
import { createS3Files } from './s3-files.ts'

const send = (client: TestClient) => client.call<Upload>('POST', '/api/v1/uploads', imageForm(TINY_PNG))

describe('files in a folder', () => {
  async function temporary(): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'elenco-files-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    return join(root, 'uploads')
  }

  test('are stored unchanged and atomically, and deleted completely', async () => {
    const folder = await temporary()
    const files = createDiskFiles({ folder })
    expect(await files.read('a.webp')).toBeUndefined()
    await files.write('a.webp', Buffer.from('um'))
    expect(Buffer.from((await files.read('a.webp')) ?? []).toString()).toBe('um')
    expect(await readdir(folder)).toEqual(['a.webp'])
    await files.remove(['a.webp', 'b.webp'])
    await files.remove(['a.webp'])
    expect(await readdir(folder)).toEqual([])
  })

  test('F31 are refused while the database still has space, without counting against the limit', async () => {
    const app = await createTestApp()
    onTestFinished(() => app.close())
    const ana = await app.signUp()
    const folder = await temporary()
    const files = createDiskFiles({ folder, spareBytes: Number.MAX_SAFE_INTEGER })
    await using site = await serveWith(app, { files })
    const reply = await send(ana.at(site.baseUrl))
    expect([reply.status, reply.error.code]).toEqual([507, 'UNAVAILABLE'])
    expect(reply.error.message).toContain('sem espaço em disco')
    expect(await readdir(folder)).toEqual([])
    expect(await app.server.deps.db.$count(uploads)).toBe(0)
    expect((await send(ana)).status).toBe(201)
  })
})

describe('files in an object store', () => {
  let app: TestApp
  let ana: TestClient
  let store: S3Double
  beforeAll(async () => {
    store = await startS3Double()
    app = await createTestApp(store.variables)
    ana = await app.signUp()
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const open = (url: string) => fetch(app.baseUrl + new URL(url).pathname)

  test('are written, read and deleted there, each call signed', async () => {
    const { data, status } = await send(ana)
    expect(status).toBe(201)
    const [key = '', bytes] = [...store.objects][0] ?? []
    expect(key).toBe(new URL(data.url).pathname.slice(1))
    expect(Buffer.from(await (await open(data.url)).bytes()).equals(bytes ?? Buffer.alloc(0))).toBe(true)
    await app.server.deps.files.remove([key.replace('uploads/', ''), `${'0'.repeat(32)}.webp`])
    expect(store.objects.size).toBe(0)
    expect((await open(data.url)).status).toBe(404)
  })

  test('a temporary failure is retried', async () => {
    store.fail(503, 500)
    const { data, status } = await send(ana)
    expect(status).toBe(201)
    store.fail(429)
    expect((await open(data.url)).status).toBe(200)
  })

  test.each([
    ['refuses the key', [403]],
    ['has no such bucket', [404]],
    ['stays down', [500, 500, 500]],
    ['hangs up', [0, 0, 0]],
  ])('a store that %s is UNAVAILABLE, without counting against the limit', async (_what, statuses) => {
    const before = await app.server.deps.db.$count(uploads)
    store.fail(...statuses)
    const reply = await send(ana)
    expect([reply.status, reply.error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(await app.server.deps.db.$count(uploads)).toBe(before)
    // Drains responses prepared for retries that did not happen.
    while ((await open(`http://x/uploads/${'0'.repeat(32)}.webp`)).status !== 404);
  })

  test('another secret is refused: the double verifies signatures', async () => {
    await using site = await serveWith(app, {
      files: createS3Files(
        { ...Object(app.server.deps.env.s3), secretAccessKey: 'outra-chave-que-nao-e' },
        app.server.deps.log,
      ),
    })
    expect((await send(ana.at(site.baseUrl))).status).toBe(503)
    expect(app.logs.join('')).not.toContain('outra-chave-que-nao-e')
  })
})
