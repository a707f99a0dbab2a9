import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrandVoice, VoiceSample } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { VOICE } from '#shared/testing/business-fixtures.ts'
import { measureVoice } from '#shared/voice/features.ts'
import { brands, brandVoices, documents, plans, sources, voiceSamples } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeBrand, makeDocument, makeSample, makeSource } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeDeletedAssets } from '../assets/asset-rows.queries.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const brandOf = (client = ana) => makeBrand(db(), { userId: client.userId })
const read = (brandId: string, client = ana) => client.get<BrandVoice>(`/brands/${brandId}/voice`)
const put = (brandId: string, body: unknown) =>
  ana.call<BrandVoice>('PUT', `/api/v1/brands/${brandId}/voice`, body)
const add = (brandId: string, body: unknown) =>
  ana.post<VoiceSample>(`/brands/${brandId}/voice/samples`, body)
const remove = (brandId: string, id: string) =>
  ana.call<VoiceSample>('DELETE', `/api/v1/brands/${brandId}/voice/samples/${id}`)
const samplesOf = async (brandId: string) =>
  (await ana.get<VoiceSample[]>(`/brands/${brandId}/voice/samples`)).data
const usedBytes = async () => (await ana.get<{ used: number }>('/me/storage')).data.used
const path = (brandId: string) => `/brands/${brandId}/voice`

const TEXTS = ['Você planta hoje. Bora!', 'A gente rega junto. E você?', 'Olha a horta 🌱']

describe('the voice of a brand', () => {
  test('is empty at first, and keeps exactly its fields', async () => {
    const brandId = await brandOf()
    const empty = (await read(brandId)).data
    expect(BrandVoice.strict().parse(empty)).toEqual({
      ...{ brandId, samples: 0, features: null, forbiddenWords: [], favouriteWords: [], moves: [] },
      ...{ goodExample: '', badExample: '' },
    })
    const saved = await put(brandId, { ...VOICE, goodExample: ' Duas\n linhas ', moves: ['  Um jeito  '] })
    expect(saved.data).toEqual({ ...empty, ...VOICE, goodExample: 'Duas linhas', moves: ['Um jeito'] })
    expect((await read(brandId)).data).toEqual(saved.data)
    const cleared = await put(brandId, {
      ...empty,
      brandId: undefined,
      samples: undefined,
      features: undefined,
    })
    expect(cleared.data).toEqual(empty)
  })

  test.each([
    [
      '51 words',
      { forbiddenWords: Array.from({ length: 51 }, (_, at) => `palavra ${at}`) },
      'forbiddenWords',
      'São até 50 palavras',
    ],
    [
      'a long word',
      { favouriteWords: ['a'.repeat(61)] },
      'favouriteWords.0',
      'Uma palavra passa de 60 caracteres',
    ],
    [
      'a repeated word',
      { forbiddenWords: ['grátis', 'Grátis'] },
      'forbiddenWords',
      'Há uma palavra repetida',
    ],
    [
      'a word of two lines',
      { forbiddenWords: ['a\nb'] },
      'forbiddenWords.0',
      'O texto tem um caractere inválido',
    ],
    [
      '13 moves',
      { moves: Array.from({ length: 13 }, (_, at) => `Jeito ${at}`) },
      'moves',
      'São até 12 linhas',
    ],
    ['a long move', { moves: ['a'.repeat(201)] }, 'moves.0', 'Uma linha passa de 200 caracteres'],
    ['a long example', { goodExample: 'a'.repeat(401) }, 'goodExample', 'A frase passa de 400 caracteres'],
  ])('is refused with %s', async (_what, change, field, text) => {
    const brandId = await brandOf()
    await put(brandId, VOICE)
    await expectRefusal(ana, ['PUT', path(brandId)], { ...VOICE, ...change }, { [field]: text })
    expect((await read(brandId)).data).toMatchObject(VOICE)
  })

  test('of another user, or of a deleted brand, is like a missing one, and nothing is stored', async () => {
    const bia = await app.signUp('Bia')
    const theirs = await brandOf(bia)
    const deleted = await makeBrand(db(), { userId: ana.userId, deletedAt: new Date() })
    const documentId = await makeDocument(db(), { userId: bia.userId })
    for (const brandId of [theirs, deleted, randomUUID()]) {
      expect(outcomeOf(await read(brandId))).toEqual([404, 'NOT_FOUND'])
      expect(outcomeOf(await put(brandId, VOICE))).toEqual([404, 'NOT_FOUND'])
      expect(outcomeOf(await add(brandId, { text: 'Oi' }))).toEqual([404, 'NOT_FOUND'])
    }
    const own = await brandOf()
    expect(outcomeOf(await add(own, { documentId }))).toEqual([404, 'NOT_FOUND'])
    const sampleId = await makeSample(db(), { userId: bia.userId, brandId: theirs })
    expect(outcomeOf(await remove(own, sampleId))).toEqual([404, 'NOT_FOUND'])
    expect(await db().$count(voiceSamples, eq(voiceSamples.userId, ana.userId))).toBe(0)
    expect(await db().$count(brandVoices, eq(brandVoices.brandId, theirs))).toBe(0)
  })
})

describe('samples', () => {
  test('are measured from the third on, and again without one', async () => {
    const brandId = await brandOf()
    await put(brandId, VOICE)
    const ids: string[] = []
    for (const text of TEXTS) {
      const { status, data } = await add(brandId, { text: ` ${text}\n` })
      expect(status).toBe(201)
      expect(VoiceSample.strict().parse(data)).toMatchObject({ content: text, title: null, documentId: null })
      ids.push(data.id)
    }
    expect((await samplesOf(brandId)).map(({ content }) => content)).toEqual(TEXTS)
    expect((await read(brandId)).data).toMatchObject({ ...VOICE, samples: 3, features: measureVoice(TEXTS) })
    const gone = await remove(brandId, ids[1] ?? '')
    expect(gone.data).toMatchObject({ id: ids[1], content: TEXTS[1] })
    expect((await read(brandId)).data).toMatchObject({ samples: 2, features: null })
    expect(outcomeOf(await remove(brandId, ids[1] ?? ''))).toEqual([404, 'NOT_FOUND'])
  })

  test('are copies of the beginning of a document, which its change does not reach', async () => {
    const brandId = await brandOf()
    const documentId = await makeDocument(db(), {
      userId: ana.userId,
      title: 'Página',
      body: 'á'.repeat(9_000),
    })
    const { data } = await add(brandId, { documentId })
    expect(data).toMatchObject({
      title: 'Página',
      documentId,
      content: 'á'.repeat(VOICE_LIMITS.sampleLength),
    })
    await db().update(documents).set({ body: 'Outro' }).where(eq(documents.id, documentId))
    expect((await samplesOf(brandId))[0]?.content).toBe(data.content)
    await db().delete(documents).where(eq(documents.id, documentId))
    expect(await samplesOf(brandId)).toMatchObject([{ id: data.id, documentId: null, title: 'Página' }])
  })

  test('are copies of the beginning of a source, cut at a sentence', async () => {
    const brandId = await brandOf()
    const sentence = `${'Palavra '.repeat(24)}fim.`
    const texts = Array.from({ length: 20 }, () => `Início daqui. ${sentence} ${sentence}`)
    const sourceId = await makeSource(db(), { userId: ana.userId, name: 'Aula 1.srt', texts })
    const { data } = await add(brandId, { sourceId })
    expect(data).toMatchObject({ title: 'Aula 1.srt', sourceId, documentId: null })
    expect(data.content.length).toBeLessThanOrEqual(VOICE_LIMITS.sampleLength)
    expect(data.content.length).toBeGreaterThan(VOICE_LIMITS.sampleLength - 2 * sentence.length)
    expect(data.content).toMatch(/(fim|daqui)\.$/)
    expect((await add(brandId, { id: data.id, sourceId })).status).toBe(200)
    expect(outcomeOf(await add(brandId, { id: data.id, text: 'Outro.' }))).toEqual([409, 'CONFLICT'])
    await db().delete(sources).where(eq(sources.id, sourceId))
    expect(await samplesOf(brandId)).toMatchObject([{ id: data.id, sourceId: null, title: 'Aula 1.srt' }])
  })

  test('come from own sources that were read only', async () => {
    const brandId = await brandOf()
    const bia = await app.signUp('Bia')
    const made = (over: Partial<Parameters<typeof makeSource>[1]>) =>
      makeSource(db(), { userId: ana.userId, ...over })
    for (const sourceId of [
      await made({ userId: bia.userId }),
      await made({ state: 'reading', version: 0 }),
      await made({ deletedAt: new Date() }),
      randomUUID(),
    ]) {
      expect(outcomeOf(await add(brandId, { sourceId }))).toEqual([404, 'NOT_FOUND'])
    }
    const sourceId = await made({ texts: ['123', '45'] })
    await expectRefusal(
      ana,
      ['POST', `${path(brandId)}/samples`],
      { sourceId },
      { sourceId: 'Esta fonte começa sem palavras. Escolha outra.' },
    )
    expect(await samplesOf(brandId)).toEqual([])
    await db().delete(sources).where(eq(sources.ownerId, ana.userId))
  })

  test('are created once for an id', async () => {
    const brandId = await brandOf()
    const body = { id: randomUUID(), text: 'Uma vez só.' }
    expect((await add(brandId, body)).status).toBe(201)
    expect((await add(brandId, body)).status).toBe(200)
    expect(outcomeOf(await add(brandId, { ...body, text: 'Outro texto.' }))).toEqual([409, 'CONFLICT'])
    expect(outcomeOf(await add(await brandOf(), body))).toEqual([409, 'CONFLICT'])
    expect((await read(brandId)).data.samples).toBe(1)
  })

  test('end at the limit, also in parallel', async () => {
    const brandId = await brandOf()
    for (let made = 0; made < VOICE_LIMITS.samplesMax - 2; made += 1) {
      await makeSample(db(), { userId: ana.userId, brandId })
    }
    const added = await Promise.all(['a', 'b', 'c', 'd'].map((text) => add(brandId, { text })))
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect((await read(brandId)).data.samples).toBe(VOICE_LIMITS.samplesMax)
  })

  test.each([
    ['nothing', {}, 'text', 'Envie um texto, um documento ou uma fonte'],
    ['both', { text: 'Oi', documentId: randomUUID() }, 'text', 'Envie um texto, um documento ou uma fonte'],
    ['a blank text', { text: ' \n' }, 'text', 'Cole um texto'],
    ['no words', { text: '123 …' }, 'text', 'O texto precisa de palavras'],
    ['a long text', { text: 'a'.repeat(6_001) }, 'text', 'O texto passa de 6.000 caracteres'],
    ['NUL', { text: 'a\u0000' }, 'text', 'O texto tem um caractere inválido'],
  ])('are refused with %s', async (_what, body, field, text) => {
    const brandId = await brandOf()
    await expectRefusal(ana, ['POST', `${path(brandId)}/samples`], body, { [field]: text })
  })

  test('count in the storage until they are gone, and a full storage refuses them', async () => {
    const before = await usedBytes()
    const brandId = await brandOf()
    const { data } = await add(brandId, { text: 'ã'.repeat(1_000) })
    expect(await usedBytes()).toBe(before + 2_000)
    await db().update(plans).set({ storageMegabytes: 1 }).where(eq(plans.id, FREE_PLAN_ID))
    try {
      await makeDocument(db(), { userId: ana.userId, body: 'a'.repeat(999_000) })
      expect(outcomeOf(await add(brandId, { text: 'a'.repeat(3_000) }))).toEqual([403, 'STORAGE_FULL'])
    } finally {
      await db().update(plans).set({ storageMegabytes: 1_000 }).where(eq(plans.id, FREE_PLAN_ID))
    }
    const full = await usedBytes()
    await remove(brandId, data.id)
    expect(await usedBytes()).toBe(full - 2_000)
  })

  test('follow their brand through the trash, and are purged with it', async () => {
    const before = await usedBytes()
    const brandId = await brandOf()
    await put(brandId, VOICE)
    for (const text of TEXTS) await add(brandId, { text })
    const voice = (await read(brandId)).data
    await ana.call('DELETE', `/api/v1/brands/${brandId}`)
    await ana.post(`/brands/${brandId}/restore`)
    expect((await read(brandId)).data).toEqual(voice)
    await db()
      .update(brands)
      .set({ deletedAt: new Date(0) })
      .where(eq(brands.id, brandId))
    await purgeDeletedAssets(db())
    expect(await db().$count(voiceSamples, eq(voiceSamples.brandId, brandId))).toBe(0)
    expect(await db().$count(brandVoices, eq(brandVoices.brandId, brandId))).toBe(0)
    expect(await usedBytes()).toBe(before)
  })
})

test('the export has each voice with its samples, and none of other users', async () => {
  const [cai, dora] = [await app.signUp('Cai'), await app.signUp('Dora')]
  for (const client of [cai, dora]) {
    for (let made = 0; made < 6; made += 1) {
      const brandId = await brandOf(client)
      await client.call('PUT', `/api/v1/brands/${brandId}/voice`, VOICE)
      await client.post(`/brands/${brandId}/voice/samples`, { text: `Amostra de ${client.userId}` })
    }
  }
  const { lines, whole } = await exported(cai)
  const voices = lines('vozes.jsonl')
  expect(voices).toHaveLength(6)
  expect(voices[0]).toMatchObject({
    ...VOICE,
    samples: [{ content: `Amostra de ${cai.userId}`, documentId: null }],
  })
  expect(whole).not.toContain(dora.userId)
})
