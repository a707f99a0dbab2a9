import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Collection, Collections, HouseCollection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source, SourcesPage } from '#shared/contract/sources.ts'
import { Usage } from '#shared/contract/usage.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { dayOf } from '../../../db/local-day.ts'
import {
  callDays,
  houseSettings,
  passages,
  sources,
  sourceTranscripts,
  spendDays,
  transcriptionDays,
} from '../../../db/schema/index.ts'
import { eventually } from '../../../testing/eventually.ts'
import { wavOf } from '../../../testing/factories/audio.ts'
import { saveCredential } from '../../../testing/factories/credentials.ts'
import { imageForm } from '../../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { startIndexing } from '../indexing-job.ts'

const LESSON = wavOf([0, 'Bem-vindas à aula.'], [751, 'O carrinho abre na quinta <b>& fecha</b> no domingo.'])
const MODEL = 'whisper-de-teste'

let app: TestApp
let admin: TestClient
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp({ TRANSCRIPTION_MODEL: MODEL })
  ;[admin, ana] = [await app.signUp('Dona'), await app.signUp('Ana')]
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(transcriptionDays)
  app.provider.transcriptions.length = 0
})

const db = () => app.server.deps.db
const heard = () => app.provider.transcriptions
const script = (...behaviours: Parameters<TestApp['provider']['scriptTranscription']>) =>
  app.provider.scriptTranscription(...behaviours)
const collect = async (client: TestClient) =>
  (await client.post<Collection>('/collections', { name: 'Aulas' })).data.id
const send = async (client: TestClient, bytes: Uint8Array, name = 'aula.mp3') =>
  client.call<Source>(
    'POST',
    `/api/v1/collections/${await collect(client)}/sources/file`,
    imageForm(bytes, name, ''),
  )
const current = async (client: TestClient, { id, collectionId }: Source) => {
  const { items } = (await client.get<SourcesPage>(`/collections/${collectionId}/sources`)).data
  return items.find((it) => it.id === id)
}
async function ended(client: TestClient, sent: Source): Promise<Source> {
  await eventually(async () => expect(['ready', 'failed']).toContain((await current(client, sent))?.state))
  const source = await current(client, sent)
  if (!source) throw new Error('the source is gone')
  return source
}
const audioOf = async (client: TestClient) => (await client.get<Collections>('/collections')).data.audio

describe('audio', () => {
  test('is found by its words with the minute, whatever its name says, and is counted and paid', async () => {
    await db().delete(callDays)
    const { status, data } = await send(ana, LESSON, 'aula.txt')
    expect([status, data.kind]).toEqual([201, 'audio'])
    expect(await ended(ana, data)).toMatchObject({ state: 'ready', passages: 1, bytes: LESSON.length })
    const { items } = (await ana.get<FoundPassages>('/collections/search?q=carrinho')).data
    expect(items).toMatchObject([{ startSecond: 0, source: { kind: 'audio', name: 'aula.txt' } }])
    const [row] = await db().select().from(passages).where(eq(passages.sourceId, data.id))
    expect(row?.text).toBe('Bem-vindas à aula. O carrinho abre na quinta <b>& fecha</b> no domingo.')
    expect(heard()).toMatchObject([
      { model: MODEL, format: 'verbose_json', fileName: 'audio.wav', bytes: LESSON.length },
    ])
    // Nothing is kept beside the passages.
    expect(await db().$count(sourceTranscripts)).toBe(0)
    expect(await audioOf(ana)).toEqual({ used: 761, limit: COLLECTION_LIMITS.audioSecondsPerDay })
    expect(await audioOf(admin)).toMatchObject({ used: 0 })
    await eventually(async () => {
      const [call] = await db().select().from(callDays).where(eq(callDays.purpose, 'transcription'))
      expect(call).toMatchObject({ provider: 'openai', model: MODEL, calls: 1, nTokens: 761 })
    })
    const { purposes, agents } = Usage.parse((await admin.get('/usage/admin?range=today')).data)
    expect(purposes.find(({ purpose }) => purpose === 'transcription')?.calls).toBe(1)
    expect(agents).toEqual([])
    const file = await ana.fetch('GET', `/api/v1/sources/${data.id}/file`)
    expect(file.headers.get('content-disposition')).toContain('aula.txt.wav')
  })

  test('as a new version of a text is heard itself, whatever was kept of the version before', async () => {
    const { data } = await send(ana, Buffer.from('Roteiro da aula.'), 'aula.txt')
    await ended(ana, data)
    const stale = {
      sourceId: data.id,
      ownerId: ana.userId,
      text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nVelho.',
    }
    await db().insert(sourceTranscripts).values(stale)
    const lesson = wavOf([0, 'Nova gravação com girassóis.'])
    await ana.call('PUT', `/api/v1/sources/${data.id}/file`, imageForm(lesson, 'aula.wav', ''))
    await eventually(async () => {
      expect(await current(ana, data)).toMatchObject({ state: 'ready', kind: 'audio', bytes: lesson.length })
    })
    const { items } = (await ana.get<FoundPassages>('/collections/search?q=girassois')).data
    expect(items).toMatchObject([{ startSecond: 0, source: { id: data.id } }])
    expect(heard()).toHaveLength(1)
    const file = await ana.fetch('GET', `/api/v1/sources/${data.id}/file`)
    expect(file.headers.get('content-disposition')).toContain('aula.txt.wav')
    expect(await db().$count(sourceTranscripts)).toBe(0)
  })

  test('of the house is transcribed too', async () => {
    const { data } = await admin.post<HouseCollection>('/collections/admin', { name: 'Método' })
    const path = `/api/v1/collections/admin/${data.id}/sources`
    await admin.call('POST', `${path}/file`, imageForm(LESSON, 'aula.wav', ''))
    await eventually(async () => {
      const [row] = await db().select().from(sources).where(eq(sources.collectionId, data.id))
      expect(row).toMatchObject({ state: 'ready', kind: 'audio' })
    })
  })

  test('fails with a sentence when the provider does, and is read by another try', async () => {
    script({ kind: 'status', status: 429, retryAfter: '1' })
    const { data } = await send(ana, LESSON)
    const fails = async (sentence: RegExp) => {
      const failure = expect.stringMatching(sentence)
      expect(await ended(ana, data)).toMatchObject({ state: 'failed', canRetry: true, passages: 0, failure })
    }
    await fails(/está ocupado agora/)
    for (const [behaviour, sentence] of [
      [{ kind: 'status', status: 503 }, /não respondeu a tempo/],
      [{ kind: 'status', status: 401 }, /não aceitou a chave/],
      [{ kind: 'status', status: 400 }, /parece danificado/],
      [{ kind: 'untimed' }, /não disse os minutos/],
    ] as const) {
      script(behaviour)
      await ana.post(`/sources/${data.id}/read`)
      await fails(sentence)
    }
    await ana.post(`/sources/${data.id}/read`)
    expect(await ended(ana, data)).toMatchObject({ state: 'ready', passages: 1 })
    expect(heard()).toHaveLength(6)
  })

  test('that was paid is counted, though its answer has no minutes', async () => {
    await app.server.deps.budget.stop()
    await db().delete(spendDays)
    script({ kind: 'untimed' }, { kind: 'status', status: 503 })
    const { data } = await send(ana, LESSON)
    expect((await ended(ana, data)).failure).toMatch(/não disse os minutos/)
    const { used = 0 } = (await audioOf(ana)) ?? {}
    expect(used).toBeGreaterThan(0)
    await ana.post(`/sources/${data.id}/read`)
    expect((await ended(ana, data)).failure).toMatch(/não respondeu a tempo/)
    expect(await audioOf(ana)).toMatchObject({ used })
    await app.server.deps.budget.stop()
    expect(await db().select().from(spendDays)).toMatchObject([{ calls: 1 }])
  })

  test('without speech is not stored as empty', async () => {
    const { data } = await send(ana, wavOf())
    const failure = expect.stringMatching(/nenhuma fala/)
    expect(await ended(ana, data)).toMatchObject({ state: 'failed', canRetry: true, failure })
    expect((await audioOf(ana))?.used).toBe(10)
  })
})

describe('bounds', () => {
  test('of a day end the transcriptions of one owner', async () => {
    const seconds = COLLECTION_LIMITS.audioSecondsPerDay
    await db()
      .insert(transcriptionDays)
      .values({ ownerId: ana.userId, userId: ana.userId, day: sql`${dayOf()}`, seconds })
    const { data } = await send(ana, LESSON)
    expect((await ended(ana, data)).failure).toMatch(/limite de áudio transcrito por dia/)
    expect(heard()).toEqual([])
    expect(await audioOf(admin)).toMatchObject({ used: 0 })
    // Yesterday's are no bound.
    await db()
      .update(transcriptionDays)
      .set({ day: sql`${dayOf()} - 1` })
    await ana.post(`/sources/${data.id}/read`)
    expect((await ended(ana, data)).state).toBe('ready')
  })

  test('of the installation’s budget, and of an own key, send nothing', async () => {
    await db().insert(houseSettings).values({ dailyCalls: 1 })
    await app.server.deps.budget.stop()
    await db().execute(sql`insert into spend_days (day, calls) values (${dayOf()}, 1)
      on conflict (day) do update set calls = 1`)
    const { data } = await send(ana, LESSON)
    expect((await ended(ana, data)).failure).toMatch(/limite de hoje/)
    await db().delete(houseSettings)
    const caio = await app.signUp('Caio')
    await saveCredential(caio, { credentials: 'sk-propria-0011223344', isActive: true })
    expect(await audioOf(caio)).toBeNull()
    const { data: own } = await send(caio, LESSON)
    expect((await ended(caio, own)).failure).toMatch(/sua própria chave/)
    expect(heard()).toEqual([])
  })
})

describe('a process that ends', () => {
  // As a kill leaves the row, once the lease has run out.
  const killed = (id: string) =>
    db().execute(sql`update sources set state = 'transcribing', failure = null, done = 0, total = 0, worker_id = gen_random_uuid(),
      lease_until = now() - interval '1 second', queued_at = now() where id = ${id}::uuid`)

  test('before the answer loses one call; after it, none is made again', async () => {
    script({ kind: 'status', status: 503 })
    const { data } = await send(ana, LESSON)
    await ended(ana, data)
    await killed(data.id)
    expect((await ended(ana, data)).state).toBe('ready')
    expect(heard()).toHaveLength(2)
    const text = 'WEBVTT\n\n00:01:05.000 --> 00:01:05.000\nJá foi pago.'
    await db().insert(sourceTranscripts).values({ sourceId: data.id, ownerId: ana.userId, text })
    await killed(data.id)
    await eventually(async () => expect((await current(ana, data))?.version).toBe(2))
    expect(heard()).toHaveLength(2)
    const { items } = (await ana.get<FoundPassages>('/collections/search?q=pago')).data
    expect(items).toMatchObject([{ startSecond: 65, source: { id: data.id } }])
  })

  test('a deleted audio ends its transcription, beside which other people’s sources are read', async () => {
    script({ kind: 'silent' })
    const { data } = await send(ana, LESSON)
    await eventually(async () => expect((await current(ana, data))?.state).toBe('transcribing'))
    await eventually(() => expect(heard()).toHaveLength(1))
    const { data: note } = await send(admin, Buffer.from('Uma nota.'), 'nota.txt')
    expect((await ended(admin, note)).state).toBe('ready')
    expect((await ana.call('DELETE', `/api/v1/sources/${data.id}`)).status).toBe(200)
    await eventually(() => expect(heard()[0]?.isAborted).toBe(true))
    expect(await db().$count(sources, eq(sources.id, data.id))).toBe(0)
  })
})

test('an idle process asks for audio in a turn of its own only where it can be transcribed', async () => {
  const { deps } = app.server
  const claims = async (transcriber: typeof deps.transcriber) => {
    let count = 0
    const counted = new Proxy(deps.db, {
      get: (target, name) => {
        if (name === 'update') count += 1
        return Reflect.get(target, name)
      },
    })
    // Every turn has begun before it can be told to stop.
    await startIndexing({ ...deps, db: counted, embeddings: undefined, transcriber })()
    return count
  }
  expect(deps.transcriber).toBeDefined()
  expect([await claims(deps.transcriber), await claims(undefined)]).toEqual([2, 1])
})

describe('sent files', () => {
  test.each([
    ['mp3', Buffer.from('ID3\x04'), 'audio/mpeg'],
    ['mp3 without tags', Buffer.from('fffb9064', 'hex'), 'audio/mpeg'],
    ['m4a', Buffer.from('\0\0\0\x1cftypM4A '), 'audio/mp4'],
    ['webm', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), 'audio/webm'],
    ['ogg', Buffer.from('OggS\0\x02'), 'audio/ogg'],
  ])('%s is known by its bytes', async (_kind, bytes, mediaType) => {
    const { data } = await send(ana, bytes, 'sem-nome')
    const [row] = await db().select().from(sources).where(eq(sources.id, data.id))
    expect(row).toMatchObject({ kind: 'audio', mediaType })
    await ana.call('DELETE', `/api/v1/sources/${data.id}`)
  })

  test('are refused without a model, and kept ones say why they are not read', async () => {
    script({ kind: 'status', status: 503 })
    const { data } = await send(ana, LESSON)
    await ended(ana, data)
    await app.restart({ TRANSCRIPTION_MODEL: 'off' })
    expect(await audioOf(ana)).toBeNull()
    const refused = await send(ana, LESSON)
    expect([refused.status, refused.error.message]).toEqual([
      400,
      expect.stringMatching(/não transcreve áudio/),
    ])
    await ana.post(`/sources/${data.id}/read`)
    expect((await ended(ana, data)).failure).toMatch(/não transcreve áudio/)
  })
})
