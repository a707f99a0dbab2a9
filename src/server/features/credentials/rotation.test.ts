import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credential } from '#shared/contract/credentials.ts'
import { forgetSecret } from '../../auth/shared-secret.ts'
import { createVault } from '../../auth/vault.ts'
import { credentials } from '../../db/schema/index.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const [FIRST, SECOND, THIRD] = ['primeiro', 'segundo', 'terceiro'].map(
  (name) => `${name}-segredo-de-teste-${'x'.repeat(24)}`,
)
const KEY = 'sk-a-chave-que-atravessa-segredos-77'
const UNREADABLE = /credentials were encrypted with a secret that is gone: name it in SECRET_PREVIOUS/

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ SECRET: FIRST ?? '' })
  ana = await app.signUp('Ana Souza')
  await saveCredential(ana, { credentials: KEY, isActive: true })
  // More than one batch, half of them with the previous secret.
  const [row] = await db().select().from(credentials)
  if (!row) throw new Error('no row')
  const vault = createVault(FIRST ?? '')
  const others = Array.from({ length: 250 }, (_, index) => {
    const id = crypto.randomUUID()
    const bond = { table: 'credentials', rowId: id, ownerId: row.userId, provider: 'openai', shown: 'abcd' }
    return { ...row, id, isActive: false, lastFour: 'abcd', ...vault.seal(`sk-outra-${index}-abcd`, bond) }
  })
  await db().insert(credentials).values(others)
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const rows = () => db().select().from(credentials)
const linesSince = (from: number, text: RegExp) => app.logs.slice(from).filter((line) => text.test(line))

/** Changing the secret invalidates all sessions. */
async function startWith(SECRET: string | undefined, SECRET_PREVIOUS: string): Promise<number> {
  const from = app.logs.length
  // As `npm run admin new-secret` does, for the secrets that are lost.
  if (!SECRET_PREVIOUS) await forgetSecret(db())
  await app.restart({ SECRET: SECRET ?? '', SECRET_PREVIOUS })
  await ana.signIn(ana)
  return from
}

async function active(): Promise<Credential> {
  const [row] = await db().select().from(credentials).where(eq(credentials.isActive, true))
  return (await ana.get<Credential>(`/credentials/${row?.id}`)).data
}

/** How a reply ends, and the key of its request. */
async function ask(): Promise<[unknown, unknown]> {
  const from = app.provider.requests.length
  const events = await ana.send(await openChat(ana, await openAgentId(ana)), newMessage())
  const { code, status } = events.at(-1)?.data ?? {}
  return [code ?? status, app.provider.requests.slice(from)[0]?.headers.authorization]
}

test('A50 a replaced secret named as the previous one opens all credentials, and all are re-encrypted', async () => {
  expect(await ask()).toEqual(['done', `Bearer ${KEY}`])
  const before = await rows()
  const from = await startWith(SECOND, `${THIRD},${FIRST}`)
  const after = await rows()
  const { keyId } = createVault(SECOND ?? '')
  expect(new Set(after.map((row) => row.keyId))).toEqual(new Set([keyId]))
  expect(after.filter(({ sealed }) => before.some((row) => row.sealed === sealed))).toEqual([])
  // The users' timestamps are unchanged.
  const stamps = (all: typeof before) => new Map(all.map(({ id, updatedAt }) => [id, updatedAt.getTime()]))
  expect(stamps(after)).toEqual(stamps(before))
  expect(linesSince(from, /"count":251.*sealed with the present secret/)).toHaveLength(1)
  expect(linesSince(from, UNREADABLE)).toEqual([])
  expect(await active()).toMatchObject({ isReadable: true, lastFour: 's-77' })
  expect(await ask()).toEqual(['done', `Bearer ${KEY}`])
  // The previous secret is no longer needed, and nothing is left to re-encrypt.
  const later = await startWith(SECOND, '')
  expect(linesSince(later, /sealed with the present secret|a secret that is gone/)).toEqual([])
  expect(await ask()).toEqual(['done', `Bearer ${KEY}`])
})

test('A50 without the previous secret, the startup log and each reply say what to do', async () => {
  const from = await startWith(THIRD, '')
  const said = linesSince(from, UNREADABLE)
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 50, count: 251 })
  expect(await active()).toMatchObject({ isReadable: false, lastFour: 's-77' })
  expect(await ask()).toEqual(['own_key_unreadable', undefined])
  // Nothing was deleted: with the previous secret, all credentials work again.
  await startWith(THIRD, SECOND ?? '')
  expect(await active()).toMatchObject({ isReadable: true })
  expect(await ask()).toEqual(['done', `Bearer ${KEY}`])
})

test('A50 with a lost secret, the operator’s key is used for users who allowed it, and a newly entered key works', async () => {
  await startWith(FIRST, '')
  const { id } = await active()
  await ana.call('PATCH', `/api/v1/credentials/${id}`, { allowsFallback: true })
  expect(await ask()).toEqual(['done', 'Bearer sk-canario-da-openai'])
  await ana.call('PATCH', `/api/v1/credentials/${id}`, { credentials: KEY })
  expect(await active()).toMatchObject({ isReadable: true })
  expect(await ask()).toEqual(['done', `Bearer ${KEY}`])
})

test('A50 a rotation leaves tampered rows unchanged, and continues', async () => {
  const { id } = await active()
  await db().update(credentials).set({ sealed: 'AAAA' }).where(eq(credentials.id, id))
  await startWith(SECOND, FIRST ?? '')
  const [row] = await db().select().from(credentials).where(eq(credentials.id, id))
  expect(row).toMatchObject({ sealed: 'AAAA', keyId: createVault(FIRST ?? '').keyId })
  expect(await active()).toMatchObject({ isReadable: false })
})
