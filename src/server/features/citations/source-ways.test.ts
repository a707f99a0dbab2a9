import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { AcervoUsage, Collection, HouseCollection } from '#shared/contract/collections.ts'
import type { Source, SourcesPage } from '#shared/contract/sources.ts'
import { auditEntries, messages, sources, tutorials } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { type AdminAgentScene, openAdminAgents } from '../../testing/factories/admin-agents.ts'
import { pdfFile } from '../../testing/factories/attachment-files.ts'
import { says } from '../../testing/factories/cited-source.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { makeTutorial } from '../../testing/factories/tutorials.ts'
import type { TestClient } from '../../testing/test-client.ts'

const SUBTITLES = '1\n00:12:34,000 --> 00:12:39,000\nA garantia vem antes do preço.\n'

let scene: AdminAgentScene
let admin: TestClient
let ana: TestClient
beforeAll(async () => {
  scene = await openAdminAgents()
  ;({ admin, ana } = scene)
})
afterAll(() => scene.app.close())

const db = () => scene.app.server.deps.db
/** Sends a file to a collection below `path`, and waits until it was read. */
const send = async (client: TestClient, path: string, file: Buffer | string, name: string) => {
  const form = imageForm(Buffer.from(file), name, '')
  const { data, status } = await client.call<Source>('POST', `/api/v1${path}/sources/file`, form)
  expect(status).toBe(201)
  await eventually(async () => {
    const { items } = (await client.get<SourcesPage>(`${path}/sources`)).data
    expect(items.find(({ id }) => id === data.id)?.state).toBe('ready')
  })
  return data
}
const makeHouse = async () => {
  const fields = { name: 'Método', allowsDownload: true }
  const { id } = (await admin.post<HouseCollection>('/collections/admin', fields)).data
  const agent = await scene.create({ enableFreePlan: true, collectionIds: [id] })
  return { id, path: `/collections/admin/${id}`, agentId: agent.id }
}
/** The first passage of a reply to Ana that cites it. */
const citedBy = async (agentId: string, question: string) => {
  const talk = await ChatClient.open(ana, agentId)
  scene.app.provider.script(says('Está lá [1].'))
  const { replyId } = await talk.say(question)
  return async () => (await ana.get<CitedPassage>(`/messages/${replyId}/passages/1`)).data
}
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const view = async (client: TestClient, id: string, query = '?view=true') => {
  const { status, headers, body } = await client.fetch('GET', `/api/v1/sources/${id}/file${query}`)
  await body?.cancel()
  return { status, headers: Object.fromEntries(headers) }
}
const link = (id: string, body: object) => admin.call<Source>('PATCH', `/api/v1/sources/admin/${id}`, body)

test('a PDF opens in the browser on demand, and nothing else does', async () => {
  const { data } = await ana.post<Collection>('/collections', { name: 'Livros' })
  const path = `/collections/${data.id}`
  const pdf = await send(ana, path, pdfFile(['Capítulo um', 'O fim']), 'livro.pdf')
  const shown = await view(ana, pdf.id)
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; .*livro\.pdf/),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const text = await send(ana, path, '<script>alert(1)</script>', 'livro.html')
  for (const { headers } of [await view(ana, pdf.id, ''), await view(ana, text.id)]) {
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  }
  expect((await view(scene.other, pdf.id)).status).toBe(404)
  expect((await view(ana, pdf.id, '?view=talvez')).status).toBe(400)
  // In a tab of its own, a person reads a sentence and no JSON.
  const { app } = scene
  const [row] = await db().select().from(sources).where(eq(sources.id, pdf.id))
  await app.server.deps.files.remove([row?.key ?? ''])
  for (const [client, status, sentence] of [
    [scene.other, 404, 'Ele foi excluído, ou não está mais aberto para você.'],
    [app.visitor(), 401, 'A sua sessão terminou.'],
    [ana, 404, 'Ele foi excluído'],
  ] as const) {
    const failed = await client.fetch('GET', `/api/v1/sources/${pdf.id}/file?view=true`, undefined, BROWSER)
    expect([failed.status, failed.headers.get('content-type')]).toEqual([status, 'text/html; charset=UTF-8'])
    expect(failed.headers.get('content-security-policy')).toContain("style-src 'self'")
    expect(await failed.text()).toContain(sentence)
  }
})

test('a citation offers the file of the house only where it may be fetched', async () => {
  const { path, agentId } = await makeHouse()
  const pdf = await send(admin, path, pdfFile(['Capa', 'O reembolso sai em sete dias']), 'guia.pdf')
  const read = await citedBy(agentId, 'Reembolso?')
  expect(await read()).toMatchObject({ sourceId: pdf.id, kind: 'pdf', page: 2, hasFile: true, lesson: null })
  expect((await view(ana, pdf.id)).status).toBe(200)
  await admin.call('PATCH', `/api/v1${path}`, { allowsDownload: false })
  expect([(await read()).hasFile, (await view(ana, pdf.id)).status]).toEqual([false, 404])
})

test('administrators see how many replies of an agent cited sources in the last 30 days', async () => {
  const { path, agentId } = await makeHouse()
  await send(admin, path, 'O reembolso sai em sete dias.', 'guia.txt')
  const repliesOf = async () =>
    (await admin.get<AcervoUsage>('/collections/admin/usage')).data.items.find(({ id }) => id === agentId)
  expect(await repliesOf()).toBeUndefined()
  const talk = await ChatClient.open(ana, agentId)
  scene.app.provider.script(says('Em sete dias [1]. De novo [1].'), says('Não sei.'), says('Sim [1].'))
  const code = ['Use `v[1]`.\n\n```js\nv[1]\n```\n', 'Use `v`, em sete dias [1].'].map((text) => says(text))
  await talk.say('Reembolso?')
  await talk.say('E o reembolso?')
  const { replyId } = await talk.say('Reembolso, mesmo?')
  expect(await repliesOf()).toMatchObject({ name: 'Dona Copy', replies: 2 })
  scene.app.provider.script(...code)
  await talk.say('Reembolso em código?')
  expect((await repliesOf())?.replies).toBe(2)
  const last = await talk.say('E o reembolso em código?')
  expect((await repliesOf())?.replies).toBe(3)
  await db()
    .update(messages)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(inArray(messages.id, [replyId, last.replyId]))
  expect((await repliesOf())?.replies).toBe(1)
})

test('subtitles of the house are linked to a tutorial, whose video a citation then names', async () => {
  const { id, path, agentId } = await makeHouse()
  const source = await send(admin, path, SUBTITLES, 'aula.srt')
  const read = await citedBy(agentId, 'E a garantia?')
  expect(await read()).toMatchObject({ kind: 'srt', startSecond: 754, lesson: null })
  const tutorialId = await makeTutorial(db(), { title: 'Aula 3', youtubeVideoId: 'abcdefghijk' })
  expect((await link(source.id, { tutorialId })).data).toMatchObject({ name: 'aula.srt', tutorialId })
  expect((await read()).lesson).toEqual({ title: 'Aula 3', youtubeVideoId: 'abcdefghijk' })
  // The same link is no change.
  await link(source.id, { tutorialId })
  await db().update(tutorials).set({ deletedAt: new Date() }).where(eq(tutorials.id, tutorialId))
  expect((await read()).lesson).toBeNull()
  expect((await link(source.id, { tutorialId: null })).data.tutorialId).toBeNull()
  const entries = await db()
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  expect(entries.slice(2).map(({ action, details }) => [action, details])).toEqual([
    ['collection.link-source', { after: { source: 'aula.srt', tutorial: 'Aula 3' } }],
    ['collection.link-source', { after: { source: 'aula.srt', tutorial: null } }],
  ])
})

test('a link needs subtitles of the house, and a tutorial that is there', async () => {
  const { path } = await makeHouse()
  const subtitles = await send(admin, path, SUBTITLES, 'aula.srt')
  const text = await send(admin, path, 'Texto da aula.', 'aula.txt')
  const tutorialId = await makeTutorial(db())
  const gone = await makeTutorial(db(), { deletedAt: new Date() })
  const refusals = [
    [text.id, { tutorialId }, 'Só legendas (SRT ou VTT) se ligam a um tutorial'],
    [subtitles.id, { tutorialId: gone }, 'Tutorial não encontrado'],
    [subtitles.id, { tutorialId: subtitles.id }, 'Tutorial não encontrado'],
    [subtitles.id, { tutorialId: 'x' }, 'Tutorial não encontrado'],
  ] as const
  for (const [id, body, message] of refusals) {
    const { status, error } = await link(id, body)
    expect([status, error.details]).toEqual([400, { tutorialId: message }])
  }
  const { data } = await ana.post<Collection>('/collections', { name: 'Minhas' })
  const own = await send(ana, `/collections/${data.id}`, SUBTITLES, 'minha.srt')
  expect((await ana.call('PATCH', `/api/v1/sources/${own.id}`, { tutorialId })).status).toBe(400)
  expect((await link(own.id, { tutorialId })).status).toBe(404)
})
