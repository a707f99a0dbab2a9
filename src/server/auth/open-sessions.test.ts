import { afterAll, beforeAll, expect, test } from 'vitest'
import { Follower } from '../testing/clients/reply-follower.ts'
import { eventually } from '../testing/eventually.ts'
import { newMessage, openAgentId, openChat } from '../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestClient } from '../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let boss: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  boss = await app.signUp('Ada')
  agentId = await openAgentId(boss)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})

/** A reply of some seconds, with a reader of this session on each instance. */
async function speaking(client: TestClient) {
  const chatId = await openChat(client, agentId)
  const message = newMessage('Diga tudo. [[tokens=80 delay=60]]')
  const own = new Follower(await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, message))
  const there = await Follower.open(second.as(client), chatId)
  if (!there) throw new Error('nothing to follow')
  await eventually(() => expect([own.text, there.text]).not.toContain(''))
  return { chatId, readers: [own, there] }
}

/** Runs what ends a session, and expects its streams to close without an end, within two seconds. */
async function expectCut(readers: Follower[], end: () => Promise<unknown>): Promise<void> {
  await end()
  const endedAt = performance.now()
  await Promise.all(readers.map(({ closed }) => closed))
  // A second beyond the promise, for a busy machine.
  expect(performance.now() - endedAt).toBeLessThan(3_000)
  for (const { problems } of readers) expect(problems).toEqual(['closed without a terminal event'])
}

/** Another session of the same account. */
async function alsoSignedIn(client: TestClient): Promise<TestClient> {
  const other = app.visitor()
  await other.signIn(client)
  return other
}

const NEW_PASSWORD = 'Nova-chave-forte-9'

/** Each ends the session of `client`; `other` is another one of the same account. */
const ends: [string, (client: TestClient, other: TestClient) => Promise<unknown>, password?: string][] = [
  ['a sign-out', (client) => client.call('POST', '/api/auth/sign-out')],
  ['a revoked session', (_client, other) => other.call('POST', '/api/auth/revoke-other-sessions')],
  [
    'a changed password',
    ({ password: currentPassword }, other) =>
      other.call('POST', '/api/auth/change-password', { currentPassword, newPassword: NEW_PASSWORD }),
    NEW_PASSWORD,
  ],
  [
    'an administrator’s call',
    ({ userId }) => boss.call('POST', '/api/auth/admin/revoke-user-sessions', { userId }),
  ],
]

test.each(ends)(
  '%s closes the streams of the session, on every instance; the reply goes on',
  async (_what, end, password) => {
    const ana = await app.signUp('Ana')
    const other = await alsoSignedIn(ana)
    const { chatId, readers } = await speaking(ana)
    await expectCut(readers, () => end(ana, other))
    expect((await ana.get('/labels')).status).toBe(401)
    await ana.signIn({ email: ana.email, password: password ?? ana.password })
    const again = await Follower.open(ana, chatId)
    await again?.closed
    expect(again).toMatchObject({ status: 'done', problems: [] })
  },
)

test('the end of an impersonation closes its streams, and no others', async () => {
  const ana = await app.signUp('Ana')
  const own = await speaking(ana)
  const visiting = await alsoSignedIn(boss)
  await visiting.call('POST', '/api/auth/admin/impersonate-user', {
    userId: ana.userId,
    reason: 'Pedido de ajuda',
  })
  const there = await Follower.open(visiting, own.chatId)
  if (!there) throw new Error('nothing to follow')
  await expectCut([there], () => visiting.call('POST', '/api/auth/admin/stop-impersonating'))
  await Promise.all(own.readers.map(({ closed }) => closed))
  for (const reader of own.readers) expect(reader).toMatchObject({ status: 'done', problems: [] })
})
