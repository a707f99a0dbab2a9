import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { readPassages } from '../../files/passages/read-passages.ts'
import { startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import { startS3Double } from '../../testing/doubles/s3-double.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createOwnDatabase, signUpAt } from '../../testing/processes/process-fixture.ts'
import { startServerProcess } from '../../testing/processes/server-process.ts'

/** Twenty together: while the first book gets its vectors, then while the others are read. Each cuts work short. */
const VECTOR_KILLS = 6
const READING_KILLS = 14
const PATIENCE = { timeout: 60_000, interval: 20 }
/** The first passages of a book's transactions, at which its reading is held until the kill. */
const PLACES = [0, 50, 100] as const
/** Of the locks that hold it. */
const CLASS = 22

const section = (name: string, index: number) =>
  `# ${name} ${index}\n\n${'A oferta vale até domingo. '.repeat(20)}Palavra única: ${name}y${index}x.`
function makeBook(name: string, sections: number) {
  const text = Array.from({ length: sections }, (_, index) => section(name, index)).join('\n\n')
  return { name: `${name}.md`, bytes: Buffer.from(text) }
}
type Book = ReturnType<typeof makeBook>
/** Its vectors take five calls, besides one of each process that finds the dimension of the model out. */
const FIRST_PASSAGES = 150
const FIRST = makeBook('guia', FIRST_PASSAGES)
/** Its passages take three transactions. */
const makeOther = (at: number) => makeBook(`livro${at}`, 120)

const textsOf = async ({ name, bytes }: Book) => {
  const { signal } = new AbortController()
  return [...(await readPassages({ name, bytes, signal, onRead: () => {} })).passages].map(({ text }) => text)
}

/** Holds insertions of a passage at one of the places, as long as this connection wants. */
async function holdPassages(connectionString: string) {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query(`create function hold_passage() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(${CLASS}, new.position); return new; end $$`)
  await holder.query(`create trigger hold_passage before insert on passages for each row
    when (new.position in (${PLACES})) execute function hold_passage()`)
  return {
    at: (place: number) => holder.query(`select pg_advisory_lock(${CLASS}, ${place})`),
    release: () => holder.query('select pg_advisory_unlock_all()'),
    end: () => holder.end(),
  }
}

test('sources whose process is killed again and again are read and embedded whole, and once', async () => {
  const [databaseUrl, store] = [await createOwnDatabase(), await startS3Double()]
  const provider = await startProviderDouble()
  const named = { DATABASE_URL: databaseUrl, OPENAI_BASE_URL: provider.openaiBaseUrl, ...store.variables }
  const variables = { ...named, SECRET: randomUUID(), EMBEDDING_MODEL: 'vetores-de-teste' }
  const server = await startServerProcess(variables)
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const hold = await holdPassages(databaseUrl)
  onTestFinished(async () => {
    await Promise.all([hold.end(), server.close()])
    await Promise.all([database.end(), provider.close(), store.close()])
  })
  const query = async (text: string) => (await database.query(text)).rows
  const countOf = async (what: string) => (await query(`select (${what})::int as count`))[0].count
  const embedded = () => countOf('select coalesce(sum(vectors), 0) from sources')
  const unread = () => countOf("select count(*) from sources where state <> 'ready'")
  const turns = () => countOf('select count(*) from embedding_turns where worker_id is not null')
  const waiting = () =>
    countOf(
      `select count(*) from pg_locks where locktype = 'advisory' and classid = ${CLASS} and not granted`,
    )
  const reading = () =>
    query(`select id, done, (select count(*)::int from passages where source_id = sources.id) as stored
      from sources where worker_id is not null`)

  const client = await signUpAt(server)
  const { data: collection } = await client.post<Collection>('/collections', { name: 'Livros' })
  const used = async () => (await client.get<StorageUsage>('/me/storage')).data.used
  const before = await used()
  const sent: { id: string; book: Book; texts: string[] }[] = []
  async function send(book: Book) {
    const path = `/api/v1/collections/${collection.id}/sources/file`
    const { data } = await client.call<Source>('POST', path, imageForm(book.bytes, book.name, ''))
    sent.push({ id: data.id, book, texts: await textsOf(book) })
  }
  async function kill() {
    await server.stop('SIGKILL')
    await hold.release()
  }
  /** Starts it again as if the times of the leases had passed, once the database has noticed its end. */
  async function restart() {
    const connected = 'select count(*) from pg_stat_activity where datname = current_database()'
    await vi.waitFor(async () => expect(await countOf(connected)).toBe(2), PATIENCE)
    await query("update sources set lease_until = now() - interval '1 second' where worker_id is not null")
    await query("update embedding_turns set lease_until = now() - interval '1 second', next_at = now()")
    await server.start()
  }
  /** The source whose reading waits, with all that was stored before. */
  async function holdReading(at: number) {
    const place = PLACES[at % PLACES.length] ?? 0
    await hold.at(place)
    await restart()
    while ((await unread()) < 2) await send(makeOther(sent.length))
    await vi.waitFor(async () => expect(await waiting()).toBe(1), PATIENCE)
    const held = await reading()
    expect(held).toMatchObject([{ done: place, stored: place }])
    return held
  }

  provider.setEmbedding({ kind: 'silent' })
  for (let at = 0; at < VECTOR_KILLS; at += 1) {
    // In turns after more vectors were stored, and before; the last call is held until the kill.
    const replies = at % 2 === 0 ? 2 : 1
    const [known, asked] = [await embedded(), provider.embeddings.length]
    provider.scriptEmbedding(...Array.from({ length: replies }, () => ({ kind: 'reply' }) as const))
    await (at === 0 ? send(FIRST) : restart())
    await vi.waitFor(() => expect(provider.embeddings).toHaveLength(asked + replies + 1), PATIENCE)
    await kill()
    const stored = await embedded()
    expect([await turns(), stored > known, stored < FIRST_PASSAGES]).toEqual([1, replies === 2, true])
  }
  provider.setEmbedding({ kind: 'reply' })
  for (let at = 0; at < READING_KILLS - 1; at += 1) {
    const held = await holdReading(at)
    await kill()
    expect(await reading()).toEqual(held)
  }
  // The last one is taken over by an instance that lives, once the lease has ended.
  const [last] = await holdReading(READING_KILLS - 1)
  const other = await startServerProcess(variables)
  onTestFinished(other.close)
  await kill()
  await vi.waitFor(
    async () =>
      expect(await query(`select state from sources where id = '${last.id}'`)).toEqual([{ state: 'ready' }]),
    PATIENCE,
  )
  await server.start()
  await vi.waitFor(
    async () => {
      const left = "select name, failure from sources where state <> 'ready' or vectors < passages"
      expect(await query(left)).toEqual([])
    },
    { timeout: 120_000, interval: 100 },
  )

  let octets = 0
  for (const { id, book, texts } of sent) {
    const rows = await query(`select p.version, position, text, space from passages p
      left join passage_vectors v on v.passage_id = p.id where p.source_id = '${id}' order by version, position`)
    const space = 'openai/vetores-de-teste/256'
    expect(rows).toEqual(texts.map((text, position) => ({ version: 1, position, text, space })))
    expect(
      await query(`select passages, vectors, vector_space as space from sources where id = '${id}'`),
    ).toEqual([{ passages: texts.length, vectors: texts.length, space }])
    octets += Buffer.byteLength(texts.join('')) + book.bytes.length
  }
  expect(await countOf('select count(*) from passage_vectors')).toBe(
    sent.flatMap(({ texts }) => texts).length,
  )
  expect(await used()).toBe(before + octets)
  const found = await client.get<FoundPassages>('/collections/search?q=livro2y99x')
  expect(found.data.items[0]?.source.name).toBe('livro2.md')
}, 300_000)
