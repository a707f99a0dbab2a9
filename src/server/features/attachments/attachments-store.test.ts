import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { attachments, users } from '../../db/schema/index.ts'
import { createDiskFiles } from '../../files/disk-files.ts'
import { type S3Double, startS3Double } from '../../testing/doubles/s3-double.ts'
import { sendFile } from '../../testing/factories/attachment-files.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { image } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'
import { serveWith } from '../../testing/web-server.ts'
import { addAttachment, sweepAttachments } from './attachments.service.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

describe('in an object store', () => {
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

  const open = (id: string) => ana.call('GET', `/api/v1/attachments/${id}/file`)
  const rowsThere = () => app.server.deps.db.$count(attachments, gt(attachments.bytes, 0))

  test('attachments are written, read, deleted, and sent to the model', async () => {
    const { data } = await sendFile(ana, await image('png'), 'foto.png')
    const [[key = '', bytes] = []] = [...store.objects]
    expect(key).toMatch(/^uploads\/[0-9a-f]{32}\.attachment$/)
    const chatId = await openChat(ana, await openAgentId(ana))
    const message = { ...newMessage(), attachmentIds: [data.id] }
    expect((await ana.call('POST', `/api/v1/chats/${chatId}/messages`, message)).status).toBe(200)
    expect(JSON.stringify(app.provider.requests.at(-1)?.body)).toContain(bytes?.toString('base64'))
    const unsent = await sendFile(ana, 'Oi')
    expect((await open(unsent.data.id)).body).toBe('Oi')
    await ana.call('DELETE', `/api/v1/attachments/${unsent.data.id}`)
    expect([...store.objects.keys()]).toEqual([key])
  })

  test('an unavailable store keeps nothing, and the attempt does not count', async () => {
    const rows = await app.server.deps.db.$count(attachments)
    store.fail(500, 500, 500)
    const reply = await sendFile(ana, 'Oi')
    expect([reply.status, reply.error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(await app.server.deps.db.$count(attachments)).toBe(rows)
  })

  test('a file that the store failed to delete is unreadable at once, and the sweep deletes it', async () => {
    const { data } = await sendFile(ana, 'Oi', 'oi.txt')
    const before = store.objects.size
    const rows = await rowsThere()
    store.fail(403)
    expect((await ana.call('DELETE', `/api/v1/attachments/${data.id}`)).status).toBe(200)
    expect([(await open(data.id)).status, store.objects.size, await rowsThere()]).toEqual([
      404,
      before,
      rows - 1,
    ])
    const { db } = app.server.deps
    const old = sql`now() - interval '25 hours'`
    await db.update(attachments).set({ createdAt: old }).where(eq(attachments.id, data.id))
    store.fail(403)
    await expect(sweepAttachments(app.server.deps)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await db.$count(attachments, eq(attachments.id, data.id))).toBe(1)
    await sweepAttachments(app.server.deps)
    expect([await db.$count(attachments, eq(attachments.id, data.id)), store.objects.size]).toEqual([
      0,
      before - 1,
    ])
  })

  test('a deleted account leaves no file, sent or not', async () => {
    const bia = await app.signUp('Bia')
    const before = new Set(store.objects.keys())
    const { data } = await sendFile(bia, 'Sent')
    await sendFile(bia, 'Unsent')
    const chatId = await openChat(bia, await openAgentId(bia))
    await bia.call('POST', `/api/v1/chats/${chatId}/messages`, { ...newMessage(), attachmentIds: [data.id] })
    expect(store.objects.size).toBe(before.size + 2)
    expect((await bia.call('POST', '/api/auth/delete-user', { password: bia.password })).status).toBe(200)
    expect(new Set(store.objects.keys())).toEqual(before)
    expect(await app.server.deps.db.$count(attachments, eq(attachments.userId, bia.userId))).toBe(0)
  })

  test('an account deleted during an upload leaves no file', async () => {
    const eva = await app.signUp('Eva')
    const { db, files } = app.server.deps
    const before = store.objects.size
    const watched = {
      ...files,
      write: async (name: string, bytes: Uint8Array) => {
        await files.write(name, bytes)
        await db.delete(users).where(eq(users.id, eva.userId))
      },
    }
    const file = { name: 'a.txt', bytes: Buffer.from('Oi') }
    await expect(addAttachment({ db, files: watched }, { userId: eva.userId, file })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(store.objects.size).toBe(before)
  })
})

test('F31 a full disk refuses attachments while the database still has room', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const ana = await app.signUp()
  const root = await mkdtemp(join(tmpdir(), 'elenco-files-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const files = createDiskFiles({ folder: root, spareBytes: Number.MAX_SAFE_INTEGER })
  await using site = await serveWith(app, { files })
  const reply = await sendFile(ana.at(site.baseUrl), 'Oi')
  expect([reply.status, reply.error.code]).toEqual([507, 'UNAVAILABLE'])
  expect(await readdir(root)).toEqual([])
  expect(await app.server.deps.db.$count(attachments)).toBe(0)
})

test('the data export contains every stored file, and none of another user', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const [ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
  const { data: sent } = await sendFile(ana, 'Texto da Ana', '../página.html')
  const { data: photo } = await sendFile(ana, await image('png'), 'foto.webp')
  const { data: gone } = await sendFile(ana, 'Apagado', 'apagado.txt')
  await ana.call('DELETE', `/api/v1/attachments/${gone.id}`)
  await sendFile(bia, 'Segredo da Bia', 'bia.txt')
  const message = { ...newMessage(), attachmentIds: [sent.id] }
  const chatId = await openChat(ana, await openAgentId(ana))
  await ana.call('POST', `/api/v1/chats/${chatId}/messages`, message)

  const copy = await unzip(await (await ana.fetch('GET', '/api/v1/me/export')).bytes())
  const names = [...copy.keys()].filter((name) => name.startsWith('anexos'))
  expect(names).toEqual(['anexos.jsonl', 'anexos/0001 página html.txt', 'anexos/0002 foto.jpg'])
  expect(copy.get('anexos/0001 página html.txt')?.toString()).toBe('Texto da Ana')
  const rows = String(copy.get('anexos.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toMatchObject([
    { file: names[1], id: sent.id, name: 'página.html', kind: 'text', messageIds: [message.id] },
    { file: names[2], id: photo.id, name: 'foto.webp', kind: 'image', messageIds: [] },
  ])
  expect(JSON.stringify(rows)).not.toContain('attachment"')
  expect([...copy.values()].join('\n')).not.toMatch(/Segredo da Bia|Apagado/)
})
