import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrandVoice } from '#shared/contract/brand-voice.ts'
import type { Document } from '#shared/contract/documents.ts'
import { ProposedVoiceRule } from '#shared/contract/voice-edits.ts'
import { VOICE } from '#shared/testing/business-fixtures.ts'
import { EDIT_LIMITS } from '#shared/voice/edits.ts'
import { brands, voiceEdits } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeBrand, makeDocument } from '../../testing/factories/business.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const TEXT =
  'A horta cabe na janela e cresce com pouca água. O vaso pede terra boa e um pouco de sol da manhã. Manjericão, salsa e cebolinha crescem juntos sem brigar.'
const EMOJI = { kind: 'emoji', word: '' }
const LINE = 'Quase não usa emojis.'

let app: TestApp
let ana: TestClient
let agentId: string
let brandId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  brandId = await makeBrand(db(), { userId: ana.userId, name: 'Raiz na Janela' })
})

const db = () => app.server.deps.db

/** A reply that reads these brands. */
async function replyOf(brandIds: string[]): Promise<string> {
  const talk = await ChatClient.open(ana, agentId)
  return (await talk.say('Escreva', { context: { brandIds } })).replyId
}

/** Saves a new document with these texts, one after the other; returns its id. */
async function written(messageId: string, ...texts: string[]): Promise<string> {
  const [body, ...changes] = texts
  const { data } = await ana.post<Document>('/documents', { title: 'Página', body, messageId })
  for (const [index, text] of changes.entries()) {
    const { status } = await ana.call('PATCH', `/api/v1/documents/${data.id}`, {
      body: text,
      version: index + 1,
    })
    expect(status).toBe(200)
  }
  return data.id
}
/** Three documents from which the emoji were taken out; returns the last one's id. */
async function withoutEmoji(messageId: string): Promise<string> {
  await written(messageId, `${TEXT} 🌱`, TEXT)
  await written(messageId, `${TEXT} 🌿`, TEXT)
  return written(messageId, `${TEXT} 💧`, TEXT)
}
const ruleOf = async (documentId: string) =>
  ProposedVoiceRule.strict().parse(
    (await ana.get<ProposedVoiceRule>(`/documents/${documentId}/voice-rule`)).data,
  ).rule
const answer = (documentId: string, body: unknown) =>
  ana.post<BrandVoice>(`/documents/${documentId}/voice-rule`, body)
const voice = async () => (await ana.get<BrandVoice>(`/brands/${brandId}/voice`)).data
const rows = () => db().select().from(voiceEdits).where(eq(voiceEdits.brandId, brandId))

describe('edits of a document that comes from a reply of a brand', () => {
  test('propose one rule at the third time, which is kept in the voice when it is accepted', async () => {
    const messageId = await replyOf([brandId])
    const documentId = await written(messageId, `${TEXT} 🌱`, TEXT)
    await written(messageId, `${TEXT} 🌿`, TEXT, `${TEXT} Outra frase.`)
    expect(await ruleOf(documentId)).toBeNull()
    expect(outcomeOf(await answer(documentId, { ...EMOJI, text: LINE }))).toEqual([409, 'CONFLICT'])
    expect((await voice()).moves).toEqual([])
    await written(messageId, `${TEXT} 💧`, TEXT)
    expect(await ruleOf(documentId)).toEqual({
      ...EMOJI,
      ...{ brandId, brandName: 'Raiz na Janela', seen: 3 },
    })
    expect((await voice()).moves).toEqual([])

    const accepted = await answer(documentId, { ...EMOJI, text: '  Só um emoji por texto. ' })
    expect(accepted.data.moves).toEqual(['Só um emoji por texto.'])
    expect(await voice()).toEqual(accepted.data)
    expect(await ruleOf(documentId)).toBeNull()
    expect((await answer(documentId, { ...EMOJI, text: LINE })).data).toEqual(accepted.data)
    await withoutEmoji(messageId)
    expect(await ruleOf(documentId)).toBeNull()
  })

  test('never propose again what was refused, for this brand only', async () => {
    const messageId = await replyOf([brandId])
    const documentId = await withoutEmoji(messageId)
    expect((await answer(documentId, EMOJI)).status).toBe(200)
    expect(outcomeOf(await answer(documentId, { ...EMOJI, text: LINE }))).toEqual([409, 'CONFLICT'])
    await withoutEmoji(messageId)
    expect(await ruleOf(documentId)).toBeNull()
    expect(await voice()).toMatchObject({ moves: [], forbiddenWords: [] })
    const other = await makeBrand(db(), { userId: ana.userId })
    expect(await ruleOf(await withoutEmoji(await replyOf([other])))).toMatchObject({
      brandId: other,
      seen: 3,
    })
  })

  test('propose a word as forbidden, unless it is already', async () => {
    const messageId = await replyOf([brandId])
    let documentId = ''
    for (let made = 0; made < EDIT_LIMITS.seen; made += 1) {
      documentId = await written(messageId, `${TEXT} É gratuito.`, `${TEXT} É de graça.`)
    }
    const gratuito = { kind: 'word', word: 'gratuito' }
    expect(await ruleOf(documentId)).toMatchObject(gratuito)
    await ana.call('PUT', `/api/v1/brands/${brandId}/voice`, { ...VOICE, forbiddenWords: ['Gratuito'] })
    expect(await ruleOf(documentId)).toBeNull()
    await ana.call('PUT', `/api/v1/brands/${brandId}/voice`, VOICE)
    const { data } = await answer(documentId, { ...gratuito, text: 'gratuito' })
    expect(data).toMatchObject({ ...VOICE, forbiddenWords: [...VOICE.forbiddenWords, 'gratuito'] })
  })

  test('are taken back by the opposite edit, and by no repeated save', async () => {
    const messageId = await replyOf([brandId])
    const documentId = await written(messageId, `${TEXT} 🌱`, TEXT, `${TEXT} 🌱`, TEXT, `${TEXT} 🌱`, TEXT)
    const saved = { body: TEXT, version: 6 }
    await ana.call('PATCH', `/api/v1/documents/${documentId}`, saved)
    await ana.call('PATCH', `/api/v1/documents/${documentId}`, { title: 'Só o título', version: 6 })
    expect(await ruleOf(documentId)).toBeNull()
    expect(await rows()).toMatchObject([{ ...EMOJI, seen: 1, answer: null }])
  })

  test('count for no brand when the reply read none or several', async () => {
    const other = await makeBrand(db(), { userId: ana.userId })
    for (const brandIds of [[], [brandId, other]]) {
      expect(await ruleOf(await withoutEmoji(await replyOf(brandIds)))).toBeNull()
    }
    expect(await rows()).toEqual([])
  })

  test('say that the voice is full, and keep the proposal', async () => {
    const documentId = await withoutEmoji(await replyOf([brandId]))
    const moves = Array.from({ length: 12 }, (_, at) => `Jeito ${at}`)
    await ana.call('PUT', `/api/v1/brands/${brandId}/voice`, { ...VOICE, moves })
    const full = await answer(documentId, { ...EMOJI, text: LINE })
    expect([full.status, full.error.message]).toEqual([
      409,
      'A voz de Raiz na Janela já tem 12 jeitos de escrever, o máximo. Apague um item na voz da marca e tente de novo.',
    ])
    expect(await ruleOf(documentId)).toMatchObject(EMOJI)
    const { data } = await answer(documentId, { ...EMOJI, text: 'jeito 3' })
    expect(data.moves).toEqual(moves)
  })

  test('keep a bounded number of words, the newest', async () => {
    const messageId = await replyOf([brandId])
    const old = Array.from({ length: EDIT_LIMITS.rows }, (_, at) => ({
      ...{ brandId, userId: ana.userId, kind: 'word', word: `velha${at}`, seen: 1 },
      updatedAt: new Date(at),
    })) as (typeof voiceEdits.$inferInsert)[]
    await db().insert(voiceEdits).values(old)
    await db().update(voiceEdits).set({ answer: 'refused' }).where(eq(voiceEdits.word, 'velha0'))
    await written(messageId, `${TEXT} É gratuito e milagroso.`, `${TEXT} É.`)
    const words = (await rows()).map(({ word }) => word)
    expect(words).toHaveLength(EDIT_LIMITS.rows)
    expect(words).toEqual(expect.arrayContaining(['velha0', 'velha3', 'gratuito', 'milagroso']))
    expect(words).not.toContain('velha1')
    expect(words).not.toContain('velha2')
  })
})

describe('an answer', () => {
  test.each([
    ['an unknown kind', { kind: 'outra', word: '' }, 'kind', 'Mudança inválida'],
    ['a blank line', { ...EMOJI, text: ' ' }, 'text', 'O texto precisa de palavras'],
    ['two lines', { ...EMOJI, text: 'a\nb' }, 'text', 'O texto tem um caractere inválido'],
    ['a long line', { ...EMOJI, text: 'a'.repeat(201) }, 'text', 'Uma linha passa de 200 caracteres'],
    [
      'a long word',
      { kind: 'word', word: 'gratuito', text: 'a'.repeat(61) },
      'text',
      'Uma palavra passa de 60 caracteres',
    ],
  ])('with %s is refused', async (_what, body, field, text) => {
    const documentId = await makeDocument(db(), { userId: ana.userId })
    await expectRefusal(ana, ['POST', `/documents/${documentId}/voice-rule`], body, { [field]: text })
  })

  test('to another user’s document is like one to a missing one', async () => {
    const documentId = await withoutEmoji(await replyOf([brandId]))
    const bia = await app.signUp('Bia')
    expect(outcomeOf(await bia.get(`/documents/${documentId}/voice-rule`))).toEqual([404, 'NOT_FOUND'])
    const theirs = await bia.post(`/documents/${documentId}/voice-rule`, { ...EMOJI, text: LINE })
    expect(outcomeOf(theirs)).toEqual([404, 'NOT_FOUND'])
    expect((await voice()).moves).toEqual([])
  })
})

test('counted edits are in the export of their user, and are deleted with the brand', async () => {
  await withoutEmoji(await replyOf([brandId]))
  const { lines, text } = await exported(ana)
  expect(lines('edicoes-de-voz.jsonl')).toContainEqual(
    expect.objectContaining({ ...EMOJI, brandId, seen: 3, answer: null }),
  )
  expect(text('leia-me.txt')).toContain('edicoes-de-voz.jsonl')
  await db().delete(brands).where(eq(brands.id, brandId))
  expect(await rows()).toEqual([])
})
