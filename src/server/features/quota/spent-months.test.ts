import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressHash } from '../../auth/accounts/address-hash.ts'
import { spentMonths } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeSpentMonths } from './spent-months.queries.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const PASSWORD = 'senha-segura-1'
async function signUp(email: string): Promise<TestClient> {
  const client = app.visitor()
  await client.signUp({ name: 'Eva Lima', email, password: PASSWORD })
  return client
}
const leave = (client: TestClient) => client.call('POST', '/api/auth/delete-user', { password: PASSWORD })
const usedBy = async (client: TestClient) => (await usageOf(client)).used

test('a new account of the same address goes on with the month, however often, and is refused when it is used up', async () => {
  const email = 'eva@exemplo.com.br'
  const first = await signUp(email)
  await setUsed(db(), { userId: first.userId, used: 199 })
  expect((await leave(first)).status).toBe(200)
  const second = await signUp('EVA@exemplo.com.br')
  expect(await usedBy(second)).toBe(199)
  const talk = await ChatClient.open(second, await openAgentId(second))
  await talk.say()
  expect((await leave(second)).status).toBe(200)
  const third = await signUp(email)
  expect(await usedBy(third)).toBe(200)
  const calls = app.provider.requests.length
  const there = await ChatClient.open(third, await openAgentId(third))
  expect(outcomeOf(await there.call('POST', '/messages', newMessage()))).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(app.provider.requests).toHaveLength(calls)
  // A later sign-in does not add to it.
  await app.visitor().signIn({ email, password: PASSWORD })
  expect(await usedBy(third)).toBe(200)
  expect(await usedBy(await signUp('outra@exemplo.com.br'))).toBe(0)
})

test('an account that an administrator deletes keeps its month, too', async () => {
  const eva = await signUp('tirada@exemplo.com.br')
  await setUsed(db(), { userId: eva.userId, used: 42 })
  expect((await admin.call('POST', '/api/auth/admin/remove-user', { userId: eva.userId })).status).toBe(200)
  expect(await usedBy(await signUp('tirada@exemplo.com.br'))).toBe(42)
})

test('what stays has neither address nor account, and is deleted when the month is over', async () => {
  const rows = await db().select().from(spentMonths)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.addressHash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toContain('exemplo')
  await purgeSpentMonths(db())
  expect(await db().$count(spentMonths)).toBe(rows.length)
  await db().execute(sql`update spent_months set month = (month - interval '1 month')::date`)
  await purgeSpentMonths(db())
  expect(await db().$count(spentMonths)).toBe(0)
  const eva = await signUp('mes-passado@exemplo.com.br')
  await leave(eva)
  // Without any message there is nothing to keep.
  expect(await db().$count(spentMonths)).toBe(0)
})

test('the hash differs by address, month and secret, and not by the way the address is written', () => {
  const hashOf = createAddressHash('a'.repeat(32))
  const hash = hashOf('2026-11-01', 'eva@exemplo.com.br')
  expect(hashOf('2026-11-01', ' Eva@Exemplo.com.br')).toBe(hash)
  expect(hashOf('2026-12-01', 'eva@exemplo.com.br')).not.toBe(hash)
  expect(hashOf('2026-11-01', 'ana@exemplo.com.br')).not.toBe(hash)
  expect(createAddressHash('b'.repeat(32))('2026-11-01', 'eva@exemplo.com.br')).not.toBe(hash)
})
