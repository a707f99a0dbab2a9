import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { readPassages } from '../../files/passages/read-passages.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createOwnDatabase, signUpAt } from '../../testing/processes/process-fixture.ts'
import { startServerProcess } from '../../testing/processes/server-process.ts'

/** Twenty together: while the first book gets its vectors, then while the others are read. */
const VECTOR_KILLS = 6
const READING_KILLS = 14
const PATIENCE = { timeout: 60_000, interval: 5 }

const section = (name: string, index: number) =>
  `# ${name} ${index}\n\n${'A oferta vale até domingo. '.repeat(20)}Palavra única: ${name}y${index}x.`
function makeBook(name: string, sections: number) {
  const text = Array.from({ length: sections }, (_, index) => section(name, index)).join('\n\n')
  return { name: `${name}.md`, bytes: Buffer.from(text) }
}
type Book = ReturnType<typeof makeBook>
/** Its vectors take five calls. */
const FIRST = makeBook('guia', 150)
/** Its passages take three transactions. */
const makeOther = (at: number) => makeBook(`livro${at}`, 120)

const textsOf = async ({ name, bytes }: Book) => {
  const { signal } = new AbortController()
  return [...(await readPassages({ name, bytes, signal, onRead: () => {} })).passages].map(({ text }) => text)
}

test('sources whose process is killed again and again are read and embedded whole, and once', async () => {
  const databaseUrl = await createOwnDatabase()
  const variables = { DATABASE_URL: databaseUrl, SECRET: randomUUID(), EMBEDDING_MODEL: 'vetores-de-teste' }
  const server = await startServerProcess(variables)
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  onTestFinished(async () => {
    await server.close()
    await database.end()
  })
  const query = async (text: string) => (await database.query(text)).rows
  const countOf = async (what: string) => (await query(`select (${what})::int as count`))[0].count
  const stored = () => countOf('select count(*) from passages')
  const embedded = () => countOf('select coalesce(sum(vectors), 0) from sources')
  const unread = () => countOf("select count(*) from sources where state <> 'ready'")
  const leased = () => countOf('select count(*) from sources where worker_id is not null')
  const turns = () => countOf('select count(*) from embedding_turns where worker_id is not null')

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
  const cut = { readings: 0, turns: 0 }
  async function kill() {
    await server.stop('SIGKILL')
    cut.readings += await leased()
    cut.turns += await turns()
    // As if the times of the leases had passed.
    await query("update sources set lease_until = now() - interval '1 second' where worker_id is not null")
    await query("update embedding_turns set lease_until = now() - interval '1 second', next_at = now()")
    await server.start()
  }

  await send(FIRST)
  for (let at = 0; at < VECTOR_KILLS; at += 1) {
    const known = await embedded()
    // In turns after some of the vectors were stored, and while the provider is asked.
    await vi.waitFor(async () => {
      if (at % 2 === 0) expect(await embedded()).toBeGreaterThan(known)
      else expect(await turns()).toBe(1)
    }, PATIENCE)
    await kill()
    const [first] = await query('select vectors > 0 and vectors < passages as "isPart" from sources')
    expect(first).toEqual({ isPart: true })
  }
  for (let at = 0; at < READING_KILLS; at += 1) {
    while ((await unread()) < 2) await send(makeOther(sent.length))
    const known = await stored()
    // In turns while a source is read, and after more of it was stored.
    await vi.waitFor(async () => {
      expect(await leased()).toBe(1)
      if (at % 2 === 1) expect(await stored()).toBeGreaterThan(known)
    }, PATIENCE)
    await kill()
  }
  // A kill after more was stored may meet the end of a source or of a turn, and cut none.
  expect(cut.readings).toBeGreaterThanOrEqual(READING_KILLS / 2)
  expect(cut.turns).toBeGreaterThanOrEqual(VECTOR_KILLS / 2)
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
