import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AdminTutorial, type AdminTutorialsPage, type TutorialPreview } from '#shared/contract/tutorials.ts'
import { LIMITS } from '#shared/limits.ts'
import { NO_VIDEOS, REFUSED_TUTORIALS, VIDEO_TEXTS } from '#shared/testing/tutorial-fixtures.ts'
import { auditEntries, tutorials, tutorialViews, uploads } from '../../db/schema/index.ts'
import { type PictureHost, startPictureHost } from '../../testing/doubles/thumbnail-host.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeTutorial, validTutorial } from '../../testing/factories/tutorials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Listening, serveWith } from '../../testing/web-server.ts'
import { sweepUploads } from '../uploads/uploads.service.ts'

let app: TestApp
let host: PictureHost
let site: Listening
let dona: TestClient
beforeAll(async () => {
  app = await createTestApp({ YOUTUBE_IMAGES_URL: 'https://imagens.exemplo' })
  host = await startPictureHost()
  site = await serveWith(app, { fetchRemoteImage: host.fetch })
  dona = (await app.signUp('Dona da Casa')).at(site.baseUrl)
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await host.close()
  await app.close()
})

const db = () => app.server.deps.db
beforeEach(async () => {
  await db().delete(tutorials)
  await db().delete(uploads)
  host.asked.length = 0
})

const create = (body: unknown = validTutorial()) => dona.post<AdminTutorial>('/tutorials/admin', body)
const change = (id: string, body: unknown) =>
  dona.call<AdminTutorial>('PATCH', `/api/v1/tutorials/admin/${id}`, body)
const remove = (id: string) => dona.call('DELETE', `/api/v1/tutorials/admin/${id}`)
const list = async () => (await dona.get<AdminTutorialsPage>('/tutorials/admin')).data.items
const orderOf = async () => (await list()).map(({ id }) => id)
const lastAudit = async () => {
  const [entry] = await db()
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(1)
  return entry
}
const open = (url: string | null | undefined) => fetch(site.baseUrl + new URL(url ?? '').pathname)

describe('a tutorial', () => {
  test('is created, read, changed and listed, and each change is audited', async () => {
    const { status, data } = await create({
      ...validTutorial(),
      youtubeVideoId: 'https://youtu.be/dQw4w9WgXcQ?t=9',
    })
    expect(status).toBe(201)
    const created = AdminTutorial.strict().parse(data)
    expect(created).toMatchObject({ ...validTutorial(), watchedCount: 0 })
    expect(await lastAudit()).toMatchObject({
      action: 'tutorial.create',
      actorName: 'Dona da Casa',
      entity: 'tutorial',
      entityId: created.id,
      entityName: created.title,
      details: { after: validTutorial() },
    })
    expect((await dona.get(`/tutorials/admin/${created.id}`)).data).toEqual(created)

    const changed = (await change(created.id, { title: 'Outro título', order: 3 })).data
    expect(changed).toEqual({ ...created, title: 'Outro título', order: 3, updatedAt: changed.updatedAt })
    expect(await lastAudit()).toMatchObject({
      action: 'tutorial.update',
      details: { before: { title: created.title, order: 0 }, after: { title: 'Outro título', order: 3 } },
    })
    expect(await list()).toEqual([changed])
  })

  test('accepts every form of a video address, and refuses look-alikes', async () => {
    const id = await makeTutorial(db(), { youtubeVideoId: 'aaaaaaaaaaa', thumbnailUrl: 'x' })
    for (const youtubeVideoId of VIDEO_TEXTS) {
      const { data } = await change(id, { youtubeVideoId })
      expect([youtubeVideoId, data.youtubeVideoId]).toEqual([youtubeVideoId, 'dQw4w9WgXcQ'])
    }
    for (const youtubeVideoId of NO_VIDEOS) {
      const refusal = { youtubeVideoId: 'Vídeo do YouTube inválido' }
      await expectRefusal(dona, ['PATCH', `/tutorials/admin/${id}`], { youtubeVideoId }, refusal)
    }
  })

  test('is refused with each message of the contract; nothing is stored and no thumbnail fetched', async () => {
    for (const [, over, errors] of REFUSED_TUTORIALS) {
      await expectRefusal(dona, ['POST', '/tutorials/admin'], { ...validTutorial(), ...over }, errors)
    }
    const id = await makeTutorial(db())
    const patch = ['PATCH', `/tutorials/admin/${id}`] as const
    await expectRefusal(dona, patch, {}, { body: 'Nada para mudar' })
    const foreign = { thumbnailUrl: 'https://evil.com/a.png' }
    await expectRefusal(dona, patch, { title: 'x', ...foreign }, { thumbnailUrl: 'Campo desconhecido' })
    expect(await orderOf()).toEqual([id])
    expect(host.asked).toEqual([])
  })

  test('comes first without an order; their number is limited', async () => {
    const { order: _, ...body } = validTutorial()
    expect((await create(body)).data.order).toBe(0)
    const rows = Array.from({ length: LIMITS.tutorialsMax - 1 }, () => validTutorial())
    const [gone] = await db().insert(tutorials).values(rows).returning({ id: tutorials.id })
    const full = await create()
    expect([full.status, full.error.code]).toEqual([409, 'CONFLICT'])
    expect((await remove(gone?.id ?? '')).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await dona.post(`/tutorials/admin/${gone?.id}/restore`)).status).toBe(409)
    expect(await db().$count(tutorials)).toBe(LIMITS.tutorialsMax + 1)
  })

  test('is deleted and restored completely, any number of times', async () => {
    const { data: created } = await create()
    const deleted = await remove(created.id)
    expect(deleted.data).toEqual({ id: created.id, deletedAt: expect.any(String) })
    expect(await lastAudit()).toMatchObject({ action: 'tutorial.delete', entityId: created.id })
    expect(await list()).toEqual([])
    for (const reply of [
      await remove(created.id),
      await change(created.id, { title: 'x' }),
      await dona.get(`/tutorials/admin/${created.id}`),
    ]) {
      expect([reply.status, reply.error.message]).toEqual([404, expect.stringContaining('Esse tutorial')])
    }
    for (let time = 0; time < 2; time += 1) {
      const restored = await dona.post<AdminTutorial>(`/tutorials/admin/${created.id}/restore`)
      expect(restored.data).toEqual({ ...created, updatedAt: restored.data.updatedAt })
    }
    const about = eq(auditEntries.entityId, created.id)
    expect(await db().$count(auditEntries, about)).toBe(3)
  })

  test('shows how many users completed it', async () => {
    const [seen, begun] = [await makeTutorial(db(), { order: 1 }), await makeTutorial(db(), { order: 2 })]
    const people = [await app.signUp('Ana'), await app.signUp('Bia')]
    for (const { userId } of people) {
      await db().insert(tutorialViews).values({ userId, tutorialId: seen, watchedAt: new Date() })
    }
    await db().insert(tutorialViews).values({ userId: dona.userId, tutorialId: begun, positionSeconds: 9 })
    expect((await list()).map(({ watchedCount }) => watchedCount)).toEqual([2, 0])
  })
})

describe('the order', () => {
  const put = (ids: unknown) => dona.call('PUT', '/api/v1/tutorials/admin/order', { ids })

  test('is the requested one, for all users too; the audit log has both', async () => {
    const before = [
      await makeTutorial(db(), { order: 5, title: 'Um' }),
      await makeTutorial(db(), { order: 9, title: 'Dois' }),
    ]
    await makeTutorial(db(), { deletedAt: new Date(), order: 1 })
    const ids = [...before, await makeTutorial(db(), { order: 70, title: 'Três' })].toReversed()
    expect((await put(ids)).data).toEqual({ ids })
    expect((await list()).map(({ id, order }) => [id, order])).toEqual(ids.map((id, order) => [id, order]))
    const ana = await app.signUp('Ana')
    const page = await ana.get<AdminTutorialsPage>('/tutorials')
    expect(page.data.items.map(({ id }) => id)).toEqual(ids)
    expect(await lastAudit()).toMatchObject({
      action: 'tutorial.reorder',
      details: {
        before: { tutorials: ['Um', 'Dois', 'Três'] },
        after: { tutorials: ['Três', 'Dois', 'Um'] },
      },
    })
  })

  test('with missing or extra ids is a conflict, and nothing changes', async () => {
    const [one, two] = [await makeTutorial(db(), { order: 1 }), await makeTutorial(db(), { order: 2 })]
    const gone = await makeTutorial(db(), { deletedAt: new Date() })
    for (const ids of [[two], [two, one, gone], [two, gone], []]) expect((await put(ids)).status).toBe(409)
    for (const ids of [[one, one], ['nenhum'], 'tudo', null]) expect((await put(ids)).status).toBe(400)
    expect(await orderOf()).toEqual([one, two])
  })

  test('of two concurrent requests is one of the two', async () => {
    const ids: string[] = []
    for (let order = 0; order < 6; order += 1) ids.push(await makeTutorial(db(), { order }))
    const other = ids.toReversed()
    const statuses = await Promise.all([put(ids), put(other), put(ids), put(other)])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([ids, other]).toContainEqual(await orderOf())
  })
})

describe('the thumbnail', () => {
  test('is fetched once, cropped to the film, and stored by the installation', async () => {
    const { data } = await create()
    expect(host.asked).toEqual(['https://imagens.exemplo/vi/dQw4w9WgXcQ/hqdefault.jpg'])
    const kept = await db().select().from(uploads)
    expect(kept).toMatchObject([{ userId: null }])
    expect(data.thumbnailUrl).toBe(`${app.appUrl}/uploads/${kept[0]?.key}`)
    const { data: pixels, info } = await sharp(await (await open(data.thumbnailUrl)).bytes())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([640, 360])
    // No black bars above or below.
    expect([pixels[0], pixels.at(-info.channels)].every((red) => (red ?? 0) > 200)).toBe(true)
    await change(data.id, { title: 'Outro', youtubeVideoId: 'https://youtu.be/dQw4w9WgXcQ' })
    expect(host.asked).toHaveLength(1)
  })

  test('of another video replaces the old one, or is removed if it can’t be fetched', async () => {
    const { data } = await create()
    const other = (await change(data.id, { youtubeVideoId: 'aaaaaaaaaaa' })).data
    expect(other.thumbnailUrl).not.toBe(data.thumbnailUrl)
    expect((await open(other.thumbnailUrl)).status).toBe(200)
    host.next(404)
    const third = await change(data.id, { youtubeVideoId: 'bbbbbbbbbbb' })
    expect([third.status, third.data.thumbnailUrl]).toEqual([200, null])
    // The next save retries.
    expect((await change(data.id, { title: 'De novo' })).data.thumbnailUrl).toMatch(/\/uploads\//)
    expect(host.asked).toHaveLength(4)
  })

  test.each([
    ['a missing one', () => 404],
    ['a server that fails', () => 500],
    ['a page', () => Buffer.from('<html>não</html>')],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s does not prevent saving', async (_what, answer) => {
    host.next(answer())
    const before = await db().$count(uploads)
    const { status, data } = await create()
    expect([status, data.thumbnailUrl, data.title]).toEqual([201, null, validTutorial().title])
    expect(await db().$count(uploads)).toBe(before)
  })

  test('is skipped without internet access or with a forbidden address, and the tutorial is saved at once', async () => {
    const reply = await dona.at(app.baseUrl).post<AdminTutorial>('/tutorials/admin', validTutorial())
    expect([reply.status, reply.data.thumbnailUrl]).toEqual([201, null])
  })

  test('stays while a tutorial has it, deleted or not; a replaced one is deleted after a day', async () => {
    const { data } = await create()
    const other = (await change(data.id, { youtubeVideoId: 'aaaaaaaaaaa' })).data
    await db()
      .update(uploads)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    await remove(data.id)
    await sweepUploads(app.server.deps)
    expect([(await open(data.thumbnailUrl)).status, (await open(other.thumbnailUrl)).status]).toEqual([
      404, 200,
    ])
  })

  test('can be previewed before saving, and is not stored then', async () => {
    const before = await db().$count(uploads)
    const look = (text: string) =>
      dona.get<TutorialPreview>(`/tutorials/admin/preview?youtubeVideoId=${encodeURIComponent(text)}`)
    const { data } = await look('https://www.youtube.com/shorts/dQw4w9WgXcQ')
    expect(data.youtubeVideoId).toBe('dQw4w9WgXcQ')
    const [kind, bytes] = (data.thumbnail ?? '').split(',')
    expect(kind).toBe('data:image/webp;base64')
    expect(await sharp(Buffer.from(bytes ?? '', 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
    })
    host.next(404)
    expect((await look('dQw4w9WgXcQ')).data).toEqual({ youtubeVideoId: 'dQw4w9WgXcQ', thumbnail: null })
    expect((await look('https://vimeo.com/1')).error.details).toEqual({
      youtubeVideoId: 'Vídeo do YouTube inválido',
    })
    expect(await db().$count(uploads)).toBe(before)
  })
})
