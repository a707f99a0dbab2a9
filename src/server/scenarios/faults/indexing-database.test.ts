import { expect, onTestFinished, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createProxiedApp, eventually } from '../../testing/processes/proxied-app.ts'

const SECTIONS = 400
const BOOK = Array.from({ length: SECTIONS }, (_, at) => `# Aula ${at}\n\nO tema é ${at}.`).join('\n\n')

test('a database that goes away while a source is read, stored and embedded leaves each passage once', async () => {
  const { app, ask, terminateSessions, close } = await createProxiedApp()
  onTestFinished(close)
  await app.restart({ EMBEDDING_MODEL: 'vetores-de-teste' })
  const ana = await app.signUp()
  const { data: collection } = await ana.post<Collection>('/collections', { name: 'Livros' })
  const path = `/api/v1/collections/${collection.id}/sources/file`
  await ana.call<Source>('POST', path, imageForm(Buffer.from(BOOK), 'livro.md', ''))

  for (const moment of ['worker_id is not null', 'done > 0', 'vectors > 0']) {
    await eventually(async () => expect(await ask(`select id from sources where ${moment}`)).toHaveLength(1))
    await terminateSessions()
  }
  await eventually(async () =>
    expect(await ask("select vectors from sources where state = 'ready' and vectors > 40")).toHaveLength(1),
  )
  const positions = await ask('select version, position from passages order by version, position')
  expect(positions).toEqual(Array.from({ length: SECTIONS }, (_, position) => ({ version: 1, position })))
  const [counted] = await ask(`select s.passages, s.attempts, s.failure, s.vectors - count(v)::int as missing
    from sources s left join passage_vectors v on v.source_id = s.id group by s.id`)
  expect(counted).toEqual({ passages: SECTIONS, attempts: 0, failure: null, missing: 0 })
}, 90_000)
