import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Tutorial, type TutorialsPage, TutorialView } from '#shared/contract/tutorials.ts'
import { tutorials, tutorialViews } from '../../db/schema/index.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeTutorial } from '../../testing/factories/tutorials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  await app.signUp('Dona')
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
beforeEach(() => db().delete(tutorials))

const list = async (client: TestClient) => (await client.get<TutorialsPage>('/tutorials')).data.items
const look = (client: TestClient, tutorialId: string, body: unknown) =>
  client.call<TutorialView>('PUT', `/api/v1/tutorials/${tutorialId}/view`, body)

describe('the tutorials', () => {
  test('come in order without deleted ones, with exactly the contract’s fields', async () => {
    const last = await makeTutorial(db(), { title: 'Último', order: 2 })
    const first = await makeTutorial(db(), { title: 'Primeiro', order: 0 })
    const tied = [await makeTutorial(db(), { order: 1 }), await makeTutorial(db(), { order: 1 })]
    await makeTutorial(db(), { title: 'Excluído', deletedAt: new Date() })
    const items = await list(ana)
    expect(items.map(({ id }) => id)).toEqual([first, ...tied, last])
    for (const item of items) Tutorial.strict().parse(item)
    expect(items[0]).toMatchObject({
      title: 'Primeiro',
      youtubeVideoId: 'dQw4w9WgXcQ',
      thumbnailUrl: null,
      view: { positionSeconds: 0, watchedAt: null },
    })
  })

  test('are paged', async () => {
    const ids: string[] = []
    for (let order = 0; order < 5; order += 1) ids.push(await makeTutorial(db(), { order: order >> 1 }))
    const seen: string[] = []
    let cursor = ''
    do {
      const { data } = await ana.get<TutorialsPage>(`/tutorials?limit=2${cursor}`)
      seen.push(...data.items.map(({ id }) => id))
      expect(data.hasMore).toBe(data.nextCursor !== null)
      cursor = data.nextCursor ? `&cursor=${data.nextCursor}` : ''
    } while (cursor)
    expect(seen).toEqual(ids)
    expect((await ana.get('/tutorials?cursor=nenhum')).error.details).toEqual({ cursor: 'Cursor inválido' })
  })

  test('require a session', async () => {
    const id = await makeTutorial(db())
    expect((await app.visitor().get('/tutorials')).status).toBe(401)
    expect((await look(app.visitor(), id, { watched: true })).status).toBe(401)
  })
})

describe('progress in a tutorial', () => {
  test('is per user: stored, read again, and absent for other users', async () => {
    const id = await makeTutorial(db())
    const noted = await look(ana, id, { positionSeconds: 42 })
    expect([noted.status, noted.data]).toEqual([200, { positionSeconds: 42, watchedAt: null }])
    TutorialView.strict().parse(noted.data)
    expect((await list(ana))[0]?.view).toEqual(noted.data)
    expect((await list(bia))[0]?.view).toEqual({ positionSeconds: 0, watchedAt: null })
    await look(bia, id, { positionSeconds: 7, watched: true })
    expect((await list(ana))[0]?.view).toEqual(noted.data)
  })

  test('keeps omitted fields and the first completion time, and can be reset', async () => {
    const id = await makeTutorial(db())
    await look(ana, id, { positionSeconds: 42 })
    const { watchedAt } = (await look(ana, id, { watched: true })).data
    expect(Date.parse(watchedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await db()
      .update(tutorialViews)
      .set({ watchedAt: new Date('2026-01-02T03:04:05.678Z') })
      .where(eq(tutorialViews.userId, ana.userId))
    const again = await look(ana, id, { positionSeconds: 0, watched: true })
    expect(again.data).toEqual({ positionSeconds: 0, watchedAt: '2026-01-02T03:04:05.678Z' })
    expect((await look(ana, id, { positionSeconds: 9 })).data.watchedAt).toBe('2026-01-02T03:04:05.678Z')
    expect((await look(ana, id, { watched: false })).data).toEqual({ positionSeconds: 9, watchedAt: null })
  })

  test('stored concurrently is one row', async () => {
    const id = await makeTutorial(db())
    const notes = [1, 2, 3, 4, 5, 6].map((positionSeconds) =>
      look(ana, id, { positionSeconds, watched: true }),
    )
    expect((await Promise.all(notes)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await db().$count(tutorialViews, eq(tutorialViews.tutorialId, id))).toBe(1)
  })

  test('is refused for an invalid or empty body', async () => {
    const id = await makeTutorial(db())
    const call = ['PUT', `/tutorials/${id}/view`] as const
    for (const positionSeconds of [-1, 1.5, 86_401, '7', null]) {
      await expectRefusal(ana, call, { positionSeconds }, { positionSeconds: 'Posição inválida' })
    }
    await expectRefusal(ana, call, { watched: 'sim' }, { watched: 'Valor inválido' })
    await expectRefusal(ana, call, {}, { body: 'Nada para mudar' })
    const foreign = { watched: true, userId: bia.userId }
    await expectRefusal(ana, call, foreign, { userId: 'Campo desconhecido' })
    expect(await db().$count(tutorialViews)).toBe(0)
  })

  test('is 404 for a deleted tutorial, and returns when it is restored', async () => {
    const id = await makeTutorial(db())
    await look(ana, id, { positionSeconds: 42 })
    await db().update(tutorials).set({ deletedAt: new Date() }).where(eq(tutorials.id, id))
    const gone = await look(ana, id, { watched: true })
    const missing = await look(ana, '0193a0c4-0000-7000-8000-000000000001', { watched: true })
    expect([gone.status, gone.error]).toEqual([404, missing.error])
    expect((await look(ana, 'nenhum', { watched: true })).status).toBe(400)
    await db().update(tutorials).set({ deletedAt: null }).where(eq(tutorials.id, id))
    expect((await list(ana))[0]?.view).toEqual({ positionSeconds: 42, watchedAt: null })
  })

  test('is in the user’s own data export only', async () => {
    const id = await makeTutorial(db(), { title: 'Aula da cópia' })
    await look(ana, id, { positionSeconds: 42, watched: true })
    await look(bia, id, { positionSeconds: 99 })
    const { text } = await exported(ana)
    expect(JSON.parse(text('dados.json')).tutorialViews).toMatchObject([
      { tutorial: 'Aula da cópia', positionSeconds: 42, watchedAt: expect.any(String) },
    ])
    expect(text('leia-me.txt').replaceAll(/\s+/g, ' ')).toContain('até onde viu cada tutorial')
  })
})
