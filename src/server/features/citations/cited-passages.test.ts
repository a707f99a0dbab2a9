import { and, eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CitedPassage } from '#shared/contract/citations.ts'
import {
  agentCollections,
  agents,
  collections,
  HOUSE_OWNER_ID,
  messagePassages,
  messages,
  passages,
  sources,
} from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exported as ownData } from '../../testing/clients/own-data-export.ts'
import { makeSource } from '../../testing/factories/business.ts'
import { consult, makeGuide, says } from '../../testing/factories/cited-source.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { linkedHosts } from '../../testing/linked-hosts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'
import { listEarlier } from './earlier-passages.queries.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
let talk: ChatClient
let sourceId: string
const db = () => app.server.deps.db
beforeAll(async () => {
  app = await createTestApp()
  ;[ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  sourceId = await makeGuide(db(), ana)
  talk = await ChatClient.open(ana, agentId)
})

const passage = (client: TestClient, messageId: string, number: number) =>
  client.get<CitedPassage>(`/messages/${messageId}/passages/${number}`)

test('a citation comes with the text around it, under its page and heading, while the source is as it was', async () => {
  const shared = 'Sempre em sete dias. '
  const texts = ['Antes. ', `O reembolso: ${shared}`, `${shared}Depois ${'e mais '.repeat(90)}`, 'Longe.']
  const house = uuidv7()
  await db().insert(collections).values({ id: house, ownerId: HOUSE_OWNER_ID, name: 'Casa' })
  await db().insert(agentCollections).values({ agentId, collectionId: house, ownerId: HOUSE_OWNER_ID })
  await db().delete(sources)
  for (const owner of [{ userId: ana.userId }, { userId: HOUSE_OWNER_ID, collectionId: house }]) {
    const id = await makeSource(db(), { ...owner, name: 'Livro', texts })
    await db().update(passages).set({ page: 4 }).where(eq(passages.sourceId, id))
    const at = (position: number) => and(eq(passages.sourceId, id), eq(passages.position, position))
    const reader = owner.userId === ana.userId ? talk : await ChatClient.open(bia, agentId)
    const client = owner.userId === ana.userId ? ana : bia
    app.provider.script(says('Em sete dias [1].'))
    const { replyId } = await reader.say('E o reembolso?')
    const around = async () => {
      const { text, before, after } = (await passage(client, replyId, 1)).data
      expect(text).toBe(`O reembolso: ${shared}`)
      return [before, after]
    }
    const after = expect.stringMatching(/^Depois e mais .*…$/)
    expect(await around()).toEqual(['Antes.', after])
    expect((await around())[1]?.length).toBeLessThan(310)
    await db().update(passages).set({ page: 3 }).where(at(0))
    expect(await around()).toEqual([null, after])
    await db()
      .update(passages)
      .set({ headings: ['Outro'] })
      .where(at(2))
    expect(await around()).toEqual([null, null])
    await db().update(passages).set({ page: 4, headings: [] }).where(eq(passages.sourceId, id))
    await db().update(sources).set({ version: 2 }).where(eq(sources.id, id))
    expect(await around()).toEqual([null, null])
    await db().delete(sources).where(eq(sources.id, id))
    expect(await around()).toEqual([null, null])
  }
  await db().delete(collections).where(eq(collections.ownerId, HOUSE_OWNER_ID))
})

test.each([
  ['given with the question', 'Reembolso?', []],
  ['found by the tool', 'Bom dia?', [consult({ query: 'reembolso' })]],
])('links in passages %s become no links of the reply, and others stay', async (_how, question, before) => {
  const hosts = [
    'mal.exemplo',
    'imagem.exemplo',
    'nua.exemplo',
    'autor.exemplo',
    'ref.exemplo',
    'correio.exemplo',
  ]
  const [link, image, bare, pointed, reference, mail] = hosts
  const said = [
    `Reembolso: [o painel da casa](https://${link}/?q=TEXTO "Painel")`,
    `Reembolso: ![foto](https://${image}/x.png?q=TEXTO)`,
    `Reembolso em https://${bare}/?q=TEXTO ou www.${bare}`,
    `Reembolso em <https://TEXTO.${pointed}/>`,
    `Reembolso em [aqui][p].\n\n[p]: https://${reference}/`,
    `Reembolso por conta@${mail}`,
  ]
  await makeSource(db(), { userId: ana.userId, name: 'Hostil', texts: said })
  const reply = `${said.join('\n\n').replaceAll('TEXTO', 'segredo')}\n\n[Lei](https://www.gov.br/lei)`
  expect(linkedHosts(reply)).toHaveLength(8)
  app.provider.script(...before, says(...(reply.match(/.{1,7}/gs) ?? [])))
  const { events } = await talk.say(question)
  expect(linkedHosts(textOf(events))).toEqual(['gov.br'])
  expect(textOf(events)).toContain('Reembolso: [o painel da casa]\n')
  expect((await talk.list()).at(-1)?.content).toBe(textOf(events))
})

test('a number in code is no citation, and one outside is', async () => {
  const code = 'Use `dias[1]`:\n\n```js\ndias[1]\n```\n\n> ~~~\n> dias[1]\n> ~~~\n'
  for (const [text, isCited] of [
    [code, false],
    [`${code}\nSete dias[1].\n`, true],
  ] as const) {
    app.provider.script(says(text))
    const { replyId } = await talk.say('Qual é o prazo de reembolso?')
    const reply = (await talk.list()).at(-1)
    expect(reply?.citations?.map(({ number }) => number)).toEqual(isCited ? [1] : undefined)
    for (const path of [`/messages/${replyId}`, '']) {
      const file = await ana.fetch('GET', `/api/v1/chats/${talk.chatId}${path}/export?format=md`)
      expect((await file.text()).includes('Guia do curso, página 12')).toBe(isCited)
    }
    const own = await ownData(ana)
    const lines = own.names.find((name) => own.text(name).includes(`{"id":"${talk.chatId}"`)) ?? ''
    expect(own.text(lines.replace(/jsonl$/, 'md')).includes('Guia do curso, página 12')).toBe(isCited)
  }
})

test('an address of a passage is no link in later replies either, whatever they are given', async () => {
  const hostile = 'Reembolso: [o painel](https://mal.exemplo/?q=TEXTO)'
  await makeSource(db(), { userId: ana.userId, name: 'Hostil', texts: [hostile] })
  const linked = 'Veja [o painel](https://mal.exemplo/?q=segredo) e a [Lei](https://www.gov.br/lei).'
  app.provider.script(says('Em https://mal.exemplo/?q=x.'), ...Array.from({ length: 5 }, () => says(linked)))
  const first = await talk.say('Reembolso?')
  const shown = 'Veja [o painel] e a [Lei](https://www.gov.br/lei).'
  const { replyId, events } = await talk.say('Bom dia?')
  expect(textOf(events)).toBe(shown)
  await db().delete(sources)
  expect(textOf((await talk.say('E agora?')).events)).toBe(shown)
  // Another chat that begins with the reply, or with none.
  for (const [from, text] of [
    [{ fromMessageId: first.replyId }, shown],
    [{ fromMessageId: replyId }, shown],
    [{}, linked],
  ] as const) {
    const { data } = await ana.post<{ id: string }>('/chats', { agentId, ...from })
    expect(textOf((await new ChatClient(ana, data.id).say('Bom dia?')).events)).toBe(text)
  }
})

test('the newest passages of a chat are those that were given last, each with its longest text', async () => {
  let seq = 0
  const reply = async (...given: { passageId: string; text: string }[]) => {
    seq += 1
    const id = uuidv7()
    const row = { id, chatId: talk.chatId, seq, sender: 'ai', content: 'Pronto.', status: 'done' } as const
    await db()
      .insert(messages)
      .values({ ...row, createdAt: new Date(2026, 0, seq) })
    const of = { messageId: id, userId: ana.userId, sourceName: 'Guia', kind: 'md' } as const
    const rows = given.map((passage, index) => ({ ...of, ...passage, headings: [], number: index + 1 }))
    if (rows.length > 0) await db().insert(messagePassages).values(rows)
    return id
  }
  const others = () => Array.from({ length: 70 }, () => ({ passageId: uuidv7(), text: 'Outro trecho.' }))
  const passageId = uuidv7()
  await reply({ passageId, text: 'Um trecho inteiro.' })
  for (let count = 0; count < 3; count += 1) await reply(...others())
  await reply({ passageId, text: 'Um trecho' })
  const listed = await listEarlier(db(), { messageId: await reply() })
  expect(listed).toHaveLength(200)
  expect(listed[0]?.text).toBe('Um trecho inteiro.')
})

test('the text around a passage of the house is shown while an agent that its reader may write to reads it', async () => {
  const house = uuidv7()
  await db().insert(collections).values({ id: house, ownerId: HOUSE_OWNER_ID, name: 'Casa' })
  const attach = () =>
    db().insert(agentCollections).values({ agentId, collectionId: house, ownerId: HOUSE_OWNER_ID })
  const change = (values: Partial<typeof agents.$inferInsert>) =>
    db().update(agents).set(values).where(eq(agents.id, agentId))
  const texts = ['Antes disso.', 'O reembolso sai em nove dias.', 'Depois disso.']
  await makeSource(db(), { userId: HOUSE_OWNER_ID, collectionId: house, name: 'Livro', texts })
  await attach()
  const reader = await ChatClient.open(bia, agentId)
  app.provider.script(says('Em nove dias [1].'))
  const { replyId } = await reader.say('E o reembolso?')
  const around = async () => {
    const { text, before, after } = (await passage(bia, replyId, 1)).data
    expect(text).toBe('O reembolso sai em nove dias.')
    return [before, after]
  }
  const shown = ['Antes disso.', 'Depois disso.']
  expect(await around()).toEqual(shown)
  await db().delete(agentCollections).where(eq(agentCollections.collectionId, house))
  expect(await around()).toEqual([null, null])
  await attach()
  expect(await around()).toEqual(shown)
  // No plan of hers opens it any more.
  await change({ enableFreePlan: false, planIds: [] })
  expect(await around()).toEqual([null, null])
  await change({ enableFreePlan: true, planIds: null, isDraft: true })
  expect(await around()).toEqual([null, null])
  await change({ isDraft: false })
  expect(await around()).toEqual(shown)
  await db().delete(collections).where(eq(collections.ownerId, HOUSE_OWNER_ID))
})

/** The text of a file. */
const read = {
  md: async (file: Uint8Array) => Buffer.from(file).toString(),
  docx: async (file: Uint8Array) =>
    ((await unzip(file)).get('word/document.xml')?.toString() ?? '').replace(/<[^>]+>/g, ''),
  pdf: async (file: Uint8Array) =>
    (await extractText(await getDocumentProxy(file), { mergePages: true })).text,
}

test.each(['md', 'docx', 'pdf'] as const)('a reply and its chat as %s end with the notes', async (format) => {
  app.provider.script(says('Em sete dias [1].'))
  const { replyId } = await talk.say('Qual é o prazo de reembolso?')
  const exported = async (path: string) => {
    const response = await ana.fetch('GET', `/api/v1/chats/${talk.chatId}${path}/export?format=${format}`)
    expect(response.status).toBe(200)
    return (await read[format](await response.bytes())).replaceAll('\\', '')
  }
  for (const path of [`/messages/${replyId}`, '']) {
    expect(await exported(path)).toMatch(/Em sete dias \[1\]\.[\s\S]*\[1\] Guia do curso, página 12(?! \()/)
  }
  await db().delete(sources).where(eq(sources.id, sourceId))
  for (const path of [`/messages/${replyId}`, '']) {
    expect(await exported(path)).toContain('[1] Guia do curso, página 12 (fonte excluída)')
  }
})
