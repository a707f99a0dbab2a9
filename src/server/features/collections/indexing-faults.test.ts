import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import { passages, sources } from '../../db/schema/index.ts'
import { type S3Double, startS3Double } from '../../testing/doubles/s3-double.ts'
import { eventually } from '../../testing/eventually.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { reserveSource } from './adding-sources.queries.ts'
import { discardCollection } from './collections.queries.ts'

/** Each call to the store is tried three times. */
const TRIES = 3

let app: TestApp
let store: S3Double
let ana: TestClient
beforeAll(async () => {
  store = await startS3Double()
  app = await createTestApp(store.variables)
  ana = await app.signUp('Ana')
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const db = () => app.server.deps.db
const rowOf = async (id: string) => (await db().select().from(sources).where(eq(sources.id, id)))[0]
const becomes = (id: string, state: string) =>
  eventually(async () => expect((await rowOf(id))?.state).toBe(state))
async function send(text: string, name = 'guia.md', into?: string, client = ana) {
  const collectionId = into ?? (await client.post<Collection>('/collections', { name: 'Guias' })).data.id
  const path = `/api/v1/collections/${collectionId}/sources/file`
  return (await client.call<Source>('POST', path, imageForm(Buffer.from(text), name, ''))).data
}
const find = async (q: string) => (await ana.get<FoundPassages>(`/collections/search?q=${q}`)).data.items

test('many files of one person hold up nobody else', async () => {
  const bia = await app.signUp('Bia')
  const { id: into } = (await ana.post<Collection>('/collections', { name: 'Muitos' })).data
  const many = []
  while (many.length < 5) many.push(await send(`Aula número ${many.length}.`, `aula-${many.length}.md`, into))
  const one = await send('Um texto.', 'um.md', undefined, bia)
  for (const { id } of [...many, one]) await becomes(id, 'ready')
  const waited = await rowOf(one.id)
  const meanwhile = (await Promise.all(many.map(({ id }) => rowOf(id)))).filter(
    (row) => row && waited && row.updatedAt > waited.queuedAt && row.updatedAt < waited.updatedAt,
  )
  expect(meanwhile.length).toBeLessThanOrEqual(2)
})

describe('an outage of the store', () => {
  test('of some seconds keeps the passages of before, and the reading goes on by itself', async () => {
    const source = await send('A garantia dura sete dias.')
    await becomes(source.id, 'ready')
    store.fail(...Array.from({ length: 2 * TRIES }, () => 503))
    await ana.post(`/sources/${source.id}/read`)
    await eventually(async () => expect((await rowOf(source.id))?.attempts).toBe(2))
    expect(await find('garantia')).toHaveLength(1)
    await eventually(async () => expect(await rowOf(source.id)).toMatchObject({ state: 'ready', version: 2 }))
    expect(await rowOf(source.id)).toMatchObject({ attempts: 0, failure: null, workerId: null })
    expect(app.logs.filter((line) => line.includes('a source could not be read'))).toHaveLength(2)
  })

  test('that lasts ends the source with a sentence, after twelve attempts', async () => {
    const source = await send('Outra garantia.')
    await becomes(source.id, 'ready')
    store.fail(...Array.from({ length: TRIES }, () => 503))
    await ana.post(`/sources/${source.id}/read`)
    await eventually(async () => expect((await rowOf(source.id))?.attempts).toBe(1))
    // As after eleven more attempts.
    await db().update(sources).set({ attempts: 12, leaseUntil: sql`now()` }).where(eq(sources.id, source.id))
    await becomes(source.id, 'failed')
    expect(await rowOf(source.id)).toMatchObject({
      ...{ canRetry: true, passages: 1 },
      failure: expect.stringMatching(/parou várias vezes/),
    })
  })
})

test('a source that waits for another attempt holds up no other source, and its attempts are turns', async () => {
  const [carla, bia] = [await app.signUp('Carla'), await app.signUp('Bia')]
  const first = await send('Um.', 'um.md', undefined, carla)
  const second = await send('Dois.', 'dois.md', undefined, carla)
  const other = await send('De outra pessoa.', 'outra.md', undefined, bia)
  for (const { id } of [first, second, other]) await becomes(id, 'ready')
  store.fail(...Array.from({ length: TRIES }, () => 503))
  // As after eight attempts: the next one waits for minutes.
  await db().update(sources).set({ state: 'queued', attempts: 8 }).where(eq(sources.id, first.id))
  const waits = { state: 'queued', attempts: 9, workerId: null }
  await eventually(async () => expect(await rowOf(first.id)).toMatchObject(waits))
  // Carla's second source was queued before Bia's, but her first one was tried since.
  await db().execute(sql`update sources set state = 'queued', updated_at = now(),
    queued_at = now() - case id when ${second.id}::uuid then interval '2 minutes' else interval '1 minute' end
    where id in (${second.id}::uuid, ${other.id}::uuid)`)
  for (const { id } of [second, other]) await becomes(id, 'ready')
  const readAt = async ({ id }: Source) => (await rowOf(id))?.updatedAt.getTime() ?? 0
  expect(await readAt(other)).toBeLessThan(await readAt(second))
  expect(await rowOf(first.id)).toMatchObject(waits)
})

/** The process that reads a file, which this one has started. */
async function killReading(): Promise<void> {
  const wanted = ['-P', String(process.pid), '-f', 'passages/worker.ts']
  await eventually(async () => {
    const { stdout } = await promisify(execFile)('pgrep', wanted)
    process.kill(Number(stdout), 'SIGKILL')
  })
}

test('a file whose reading is killed fails once, and is read when it is asked for again', async () => {
  // Its reading takes a second, so that it is found.
  const source = await send(`${'\n'.repeat(10_000_000)}A garantia de quem foi interrompido.`)
  await killReading()
  await becomes(source.id, 'failed')
  const next = await send('Depois da interrupção.')
  await becomes(next.id, 'ready')
  expect(await rowOf(source.id)).toMatchObject({
    ...{ state: 'failed', canRetry: true, attempts: 0, workerId: null, passages: 0 },
    failure: expect.stringMatching(/^A leitura parou antes do fim\. Tente de novo/),
  })
  await ana.post(`/sources/${source.id}/read`)
  await becomes(source.id, 'ready')
  expect(await find('interrompido')).toHaveLength(1)
})

const LONG = Array.from({ length: 3_000 }, (_, at) => `# Aula ${at}\n\nO tema é o número ${at}.`).join('\n\n')

test('a source that is deleted while its passages are stored leaves nothing behind', async () => {
  const source = await send(LONG, 'curso.md')
  await eventually(async () => expect((await rowOf(source.id))?.done).toBeGreaterThan(0))
  expect((await rowOf(source.id))?.state).toBe('indexing')
  expect((await ana.call('DELETE', `/api/v1/sources/${source.id}`)).status).toBe(200)
  expect(await find('tema')).toEqual([])
  // The job goes on with the next source of the person.
  const next = await send('Depois da exclusão.')
  await becomes(next.id, 'ready')
  expect(await db().$count(passages, eq(passages.sourceId, source.id))).toBe(0)
  expect(await rowOf(source.id)).toBeUndefined()
  expect(app.logs.filter((line) => line.includes(source.id) && line.includes('could not be read'))).toEqual(
    [],
  )
})

/** Sends a file into a collection; the status of the reply. */
async function statusOf(collectionId: string, text: string) {
  const path = `/api/v1/collections/${collectionId}/sources/file`
  return (await ana.call('POST', path, imageForm(Buffer.from(text), 'tarde.md', ''))).status
}

describe('a collection that is deleted while a file arrives', () => {
  const collect = async () => (await ana.post<Collection>('/collections', { name: 'Guias' })).data.id
  const rowsIn = (collectionId: string) => db().$count(sources, eq(sources.collectionId, collectionId))

  test('leaves no source alive, however late the deletion commits', async () => {
    const [collectionId, before] = [await collect(), [...store.objects.keys()]]
    const [discarded, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const discarding = db().transaction(async (tx) => {
      await discardCollection(tx, { ownerId: ana.userId, collectionId })
      discarded.resolve()
      await committing.promise
    })
    await discarded.promise
    const sending = statusOf(collectionId, 'Chegou tarde demais.')
    const isWaiting = async () => {
      const { rows } = await db().execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).not.toHaveLength(0)
    }
    await Promise.race([sending, eventually(isWaiting)])
    committing.resolve()
    await discarding
    expect(await sending).toBe(404)
    expect([await rowsIn(collectionId), [...store.objects.keys()]]).toEqual([0, before])
  })

  test('is not found, also when its row is gone, which is no sign-out', async () => {
    const source = { name: 'tarde.md', kind: 'md', contentHash: 'tarde' } as const
    const reserving = reserveSource(db(), { ...source, ownerId: ana.userId, collectionId: randomUUID() })
    await expect(reserving).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('leaves no file behind that was still being stored', async () => {
    const [collectionId, before] = [await collect(), [...store.objects.keys()]]
    const { files } = app.server.deps
    const write = files.write
    onTestFinished(() => void Object.assign(files, { write }))
    const [writing, storing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    Object.assign(files, {
      write: async (...file: Parameters<typeof write>) => {
        writing.resolve()
        await storing.promise
        return write.apply(files, file)
      },
    })
    const sending = statusOf(collectionId, 'Chegou no meio.')
    await writing.promise
    expect((await ana.call('DELETE', `/api/v1/collections/${collectionId}`)).status).toBe(200)
    storing.resolve()
    expect(await sending).toBe(404)
    expect([await rowsIn(collectionId), [...store.objects.keys()]]).toEqual([0, before])
  })
})

test('the same file that is sent twice at the same time is one source, with one file', async () => {
  const into = (await ana.post<Collection>('/collections', { name: 'Guias' })).data.id
  const [before, { files }] = [store.objects.size, app.server.deps]
  const write = files.write
  onTestFinished(() => void Object.assign(files, { write }))
  // Both have looked for the same file by then, and neither has become a source.
  const both = Promise.withResolvers<void>()
  let writing = 0
  Object.assign(files, {
    write: async (...file: Parameters<typeof write>) => {
      writing += 1
      if (writing === 2) both.resolve()
      await both.promise
      return write.apply(files, file)
    },
  })
  const path = `/api/v1/collections/${into}/sources/file`
  const sent = await Promise.all(
    ['um.md', 'dois.md'].map((name) =>
      ana.call<Source>('POST', path, imageForm(Buffer.from('Duas vezes o mesmo texto.'), name, '')),
    ),
  )
  expect(writing).toBe(2)
  const [row, ...others] = await db().select().from(sources).where(eq(sources.collectionId, into))
  expect(others).toEqual([])
  const winner = { id: row?.id, name: row?.name }
  expect(sent.map(({ status, data: { id, name } }) => [status, { id, name }])).toEqual([
    [201, winner],
    [201, winner],
  ])
  expect(store.objects.size).toBe(before + 1)
  await becomes(row?.id ?? '', 'ready')
  expect(await find('duas')).toHaveLength(1)
})

test('a person has one source read at a time, and others do not wait for it', async () => {
  const first = await send('Primeira.')
  await becomes(first.id, 'ready')
  // As another instance reads it.
  const held = {
    state: 'reading',
    workerId: randomUUID(),
    leaseUntil: sql`now() + interval '1 hour'`,
  } as const
  await db().update(sources).set(held).where(eq(sources.id, first.id))
  const second = await send('Segunda.')
  const bia = await app.signUp('Bia')
  const other = await send('Da Bia.', 'b.md', undefined, bia)
  await becomes(other.id, 'ready')
  expect((await rowOf(second.id))?.state).toBe('queued')
  // The instance is gone.
  await db().update(sources).set({ leaseUntil: sql`now()` }).where(eq(sources.id, first.id))
  await becomes(second.id, 'ready')
  expect((await rowOf(first.id))?.state).toBe('ready')
})
