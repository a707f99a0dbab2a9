import { expect, onTestFinished, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createProxiedApp, eventually, type ProxiedApp } from '../../testing/processes/proxied-app.ts'

const SECTIONS = 120
const BOOK = Array.from({ length: SECTIONS }, (_, at) => `# Aula ${at}\n\nO tema é ${at}.`).join('\n\n')

type Break = {
  /** A part of the statement that does not arrive, the first time unless `times` says more. */
  statement: string
  times?: number
  /** A part of its answer: the statement is run, and its answer does not arrive. */
  answer?: string
  /** The connection is reset, unless this does more. */
  fault?: (connection: number) => void
}

/** Resolves when the connection was broken. */
function breakAt(proxy: ProxiedApp['proxy'], { statement, times = 1, answer, fault = proxy.reset }: Break) {
  let isBroken = false
  const asking = new Set<number>()
  let left = times
  proxy.onChunk = ({ from, bytes, connection }) => {
    const isAsked = from === 'client' && bytes.includes(statement)
    if (isAsked) asking.add(connection)
    else if (from === 'client') asking.delete(connection)
    const isMet = answer ? from === 'server' && asking.has(connection) && bytes.includes(answer) : isAsked
    if (isMet) left -= 1
    if (left > 0) return
    proxy.onChunk = () => {}
    fault(connection)
    isBroken = true
  }
  return eventually(() => expect(isBroken).toBe(true))
}

test('a database that goes away at any step leaves each passage of a source once, with its vector', async () => {
  const { app, ask, proxy, close } = await createProxiedApp()
  onTestFinished(close)
  await app.restart({ EMBEDDING_MODEL: 'vetores-de-teste' })
  const ana = await app.signUp()
  const { data: collection } = await ana.post<Collection>('/collections', { name: 'Livros' })
  const logged = (text: string) => app.logs.filter((line) => line.includes(text)).length
  const row = async () => (await ask('select * from sources'))[0]
  const rowIs = (fields: object) => eventually(async () => expect(await row()).toMatchObject(fields))
  const count = async (table: string) => (await ask(`select count(*)::int as count from ${table}`))[0]?.count
  /** As if the time of the lease had passed. */
  const expire = (table: string) => ask(`update ${table} set lease_until = now() - interval '1 second'`)

  // Leased by an instance that does not know it.
  const claimed = breakAt(proxy, { statement: 'distinct on (s.owner_id)', answer: 'livro.md' })
  const path = `/api/v1/collections/${collection.id}/sources/file`
  const { data } = await ana.call<Source>('POST', path, imageForm(Buffer.from(BOOK), 'livro.md', ''))
  await claimed
  await rowIs({ state: 'reading', worker_id: expect.any(String), done: 0 })

  // Neither the passages nor that they are missing can be written.
  const insert = 'insert into "passages"'
  const away = breakAt(proxy, { statement: insert, times: 2, fault: proxy.cut })
  await expire('sources')
  await away
  await eventually(() => expect(logged('a source could not be indexed')).toBeGreaterThan(1))
  expect(await row()).toMatchObject({ state: 'indexing', done: 50, total: SECTIONS })
  expect(await count('passages')).toBe(50)

  const finished = breakAt(proxy, { statement: 'delete from "source_transcripts"' })
  proxy.restore()
  // As after eight attempts: the next one waits for minutes.
  await ask('update sources set attempts = 8')
  await expire('sources')
  await finished
  await rowIs({ state: 'queued', version: 0, passages: 0, done: SECTIONS })
  // Passages were stored, so the attempts are counted anew.
  expect(await row()).toMatchObject({ worker_id: null, attempts: 0 })
  await expire('sources')

  const stored = breakAt(proxy, { statement: 'insert into "passage_vectors"', times: 2 })
  await stored
  expect(await row()).toMatchObject({ state: 'ready', version: 1, vectors: 32 })
  expect(await count('passage_vectors')).toBe(32)
  await eventually(async () =>
    expect(await ask('select worker_id, failures from embedding_turns')).toEqual([
      { worker_id: null, failures: 1 },
    ]),
  )

  // The statement that ends the turn is lost, so the turn stays taken until its lease expires.
  await breakAt(proxy, { statement: 'update "embedding_turns"' })
  await expire('embedding_turns')
  await rowIs({ vectors: SECTIONS })

  const replaced = breakAt(proxy, { statement: 'delete from "passages"', times: 2 })
  await ana.post(`/sources/${data.id}/read`)
  await replaced
  expect(await row()).toMatchObject({ version: 1, passages: SECTIONS, vectors: SECTIONS })
  await rowIs({
    state: 'ready',
    version: 2,
    passages: SECTIONS,
    vectors: SECTIONS,
    attempts: 0,
    failure: null,
  })
  const rows = await ask(`select p.version, p.position, v.space from passages p
    left join passage_vectors v on v.passage_id = p.id order by p.version, p.position`)
  const space = 'openai/vetores-de-teste/256'
  expect(rows).toEqual(Array.from({ length: SECTIONS }, (_, position) => ({ version: 2, position, space })))
}, 90_000)
