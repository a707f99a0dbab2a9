import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CitedPassage } from '#shared/contract/citations.ts'
import { collections, HOUSE_OWNER_ID, messagePassages } from '../../db/schema/index.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import { makeCollection, makeSource } from '../../testing/factories/business.ts'
import { consult, givenIn, makeGuide, says } from '../../testing/factories/cited-source.ts'
import { validTest } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
const db = () => app.server.deps.db
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())
beforeEach(() => db().delete(collections))

const makeHouse = async (name: string, ...texts: string[]) => {
  const [row] = await db()
    .insert(collections)
    .values({ ownerId: HOUSE_OWNER_ID, name })
    .returning({ id: collections.id })
  const collectionId = row?.id ?? ''
  await makeSource(db(), { userId: HOUSE_OWNER_ID, collectionId, name: `${name}.md`, texts })
  return collectionId
}
const tried = async (content: string, collectionIds: string[]) => {
  const stream = await admin.open('POST', '/agents/admin/test', validTest(content, { collectionIds }))
  const events = await stream.rest()
  const citations = Object(events.at(-1)?.data).citations as CitedPassage[] | undefined
  return { text: textOf(events), citations }
}
const given = () => givenIn(app.provider.requests.at(-1))

test('reads the chosen collections of the house and no others, and its citations come with its end', async () => {
  const chosen = await makeHouse('Método', 'O reembolso sai em sete dias.')
  await makeHouse('Outra', 'Reembolso secreto.')
  app.provider.script(says('Em sete dias [1', '], e nada mais [2].'))
  const { text, citations } = await tried('Qual é o prazo de reembolso?', [chosen])
  const { system, instructions, block } = given()
  expect(block).toEqual({
    tipo: 'trechos do Acervo',
    trechos: [{ numero: 1, fonte: 'Método.md', texto: 'O reembolso sai em sete dias.' }],
  })
  expect(instructions.join('').replace('(dados)', '')).toBe('Qual é o prazo de reembolso?')
  expect(system).toContain('# O Acervo de quem conversa com você')
  expect(text).toBe('Em sete dias [1], e nada mais.')
  expect(citations).toMatchObject([
    {
      ...{ number: 1, sourceName: 'Método.md', text: 'O reembolso sai em sete dias.', position: 0 },
      ...{ collectionId: null, sourceId: expect.any(String), hasFile: false, lesson: null },
    },
  ])
  expect(await db().select().from(messagePassages)).toEqual([])
})

test.each([
  ['its end', (told: string, asked: string) => `${told} ${asked}`],
  ['its beginning', (told: string, asked: string) => `${asked} ${told}`],
])('a long message is searched by the question at %s', async (_, messageOf) => {
  const chosen = await makeHouse('Método', 'O reembolso sai em sete dias.')
  const told = Array.from({ length: 400 }, (_, at) => `e o aluno${at} veio`).join(' ')
  for (const length of [900, 5_000]) {
    app.provider.script(says('Em sete dias [1].'))
    await tried(messageOf(told.slice(0, length), 'Qual é o prazo de reembolso?'), [chosen])
    expect(given().block?.trechos?.map(({ texto }) => texto)).toEqual(['O reembolso sai em sete dias.'])
  }
})

test('stop words take no place among the words that are searched', async () => {
  const chosen = await makeHouse('Método', 'O reembolso sai em sete dias.')
  const stops =
    'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles'
  const others = Array.from({ length: 15 }, (_, at) => `aluno${at}`).join(' ')
  app.provider.script(says('Em sete dias [1].'))
  await tried(`${stops} reembolso ${others} ${stops} ${others}`, [chosen])
  expect(given().block?.trechos).toHaveLength(1)
})

test('cites what its own search found, also of the administrator’s sources', async () => {
  const sourceId = await makeGuide(db(), admin)
  const house = await makeHouse('Método', 'A bonificação fica na aula três.')
  app.provider.script(consult({ query: 'bonificação' }), says('Na quinta [1]; na três [2]; nada [3].'))
  const { text, citations } = await tried('Quando é a mentoria?', [house])
  const results = exchangeOf('chat', Object(app.provider.requests.at(-1)?.body)).results.map(String)
  expect(results).toEqual([expect.stringContaining('A bonificação fica na aula três.')])
  expect(text).toBe('Na quinta [1]; na três [2]; nada.')
  expect(citations).toMatchObject([
    {
      number: 1,
      sourceId,
      page: 12,
      text: 'A mentoria acontece na quinta.',
      collectionId: expect.any(String),
    },
    { number: 2, sourceName: 'Método.md', collectionId: null },
  ])
})

test('cites nothing by a number in code', async () => {
  const house = await makeHouse('Método', 'O reembolso sai em sete dias.')
  app.provider.script(says('Use `dias[1]`:\n\n```js\ndias[1]\n```\n'), says('Use `dias[1]`: sete [1].'))
  expect((await tried('Reembolso?', [house])).citations ?? []).toEqual([])
  expect((await tried('Reembolso?', [house])).citations).toMatchObject([{ number: 1 }])
})

test('answers without the Acervo when there is none, and leaves its text as it is', async () => {
  app.provider.script(says('Veja o item [1].'))
  const { text, citations } = await tried('Oi', [])
  expect([text, citations]).toEqual(['Veja o item [1].', undefined])
  expect(given().system).not.toContain('Acervo')
})

test('refuses collections that are not of the house, before the model is asked', async () => {
  const gone = await makeHouse('Velha', 'Texto.')
  await db().update(collections).set({ deletedAt: new Date() }).where(eq(collections.id, gone))
  const own = await makeCollection(db(), { userId: admin.userId })
  const house = await makeHouse('Método', 'Texto.')
  const calls = app.provider.requests.length
  for (const refused of [gone, own]) {
    const body = validTest('Oi', { collectionIds: [house, refused] })
    const { status, error } = await admin.post('/agents/admin/test', body)
    expect([status, error.details]).toEqual([400, { 'collectionIds.1': 'Coleção não encontrada' }])
  }
  expect(app.provider.requests).toHaveLength(calls)
})
