import { afterAll, beforeAll, expect, test } from 'vitest'
import { READER_HEADER } from '#shared/offline-cache.ts'
import { makePerson } from '../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a response names its user to that user only, and not during an impersonation', async () => {
  const [boss, ana] = [await makePerson(app, 'admin'), await makePerson(app, 'owner')]
  const readerOf = async (client: typeof ana, path: string) =>
    (await client.get(path)).headers.get(READER_HEADER)
  expect(await readerOf(ana, '/chats')).toBe(ana.userId)
  expect(await readerOf(boss, '/chats')).toBe(boss.userId)
  expect(await readerOf(app.visitor(), '/chats')).toBeNull()
  expect(await readerOf(app.visitor(), '/settings')).toBeNull()
  const started = await boss.call('POST', '/api/auth/admin/impersonate-user', {
    userId: ana.userId,
    reason: 'Pedido de ajuda',
  })
  expect(started.status).toBe(200)
  expect((await boss.get('/me')).status).toBe(200)
  expect(await readerOf(boss, '/me')).toBeNull()
})
