import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/connect.ts'
import { imageForm } from '../../src/server/testing/factories/images.ts'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import type { Collection, Collections } from '../../src/shared/contract/collections.ts'

/** Sends the files, and waits until all their passages are found by words and meaning; returns their number. */
export async function giveSources(
  client: TestClient,
  files: { name: string; bytes: Uint8Array }[],
): Promise<number> {
  const { id } = (await client.post<Collection>('/collections', { name: 'Escola' })).data
  for (const { name, bytes } of files) {
    const form = imageForm(Buffer.from(bytes), name, '')
    const { status } = await client.call('POST', `/api/v1/collections/${id}/sources/file`, form)
    if (status !== 201) throw new Error(`${name} was answered with ${status}`)
  }
  for (;;) {
    const { items, passages, meant } = (await client.get<Collections>('/collections')).data
    if (items.some(({ failed }) => failed > 0)) throw new Error('a source could not be read')
    if (items.every(({ pending }) => pending === 0) && meant === passages.used) return passages.used
    await sleep(500)
  }
}

/** Passages of one statement. */
const BATCH = 5_000

/** Copies an account's passages and vectors into further sources until it has this many. */
export async function copyUntil(
  db: Db,
  { userId, passages }: { userId: string; passages: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    // A table of its own: in one join, each passage could get another source, by the order that the planner chooses.
    await tx.execute(sql`create temporary table source_copies on commit drop as
    select s.id as "from", s.version, gen_random_uuid() as id
    from sources s cross join generate_series(1, (${passages}::int / (
      select sum(passages) from sources where owner_id = ${userId}::uuid))::int)
    where s.owner_id = ${userId}::uuid`)
    await tx.execute(sql`create temporary table copies on commit drop as
    select p.id as original, gen_random_uuid() as id, copy."from", copy.id as source_id, row_number() over ()::int as place
    from source_copies copy join passages p on p.source_id = copy."from" and p.version = copy.version`)
    await tx.execute(sql`insert into sources (id, owner_id, collection_id, name, kind, content_hash, state, version, passages,
      vectors, vector_space, done, total)
    select distinct on (c.source_id) c.source_id, s.owner_id, s.collection_id, s.name, s.kind, c.source_id, 'ready', s.version,
      s.passages, s.vectors, s.vector_space, s.done, s.total from copies c join sources s on s.id = c."from"`)
    // A statement of all would take longer than the application allows.
    for (let from = 0; from < passages; from += BATCH) {
      const isInBatch = sql`c.place > ${from} and c.place <= ${Math.min(from + BATCH, passages)}`
      await tx.execute(sql`insert into passages (id, owner_id, source_id, version, position, text, tokens, hash, page, headings,
        start_second, vector)
      select c.id, p.owner_id, c.source_id, p.version, p.position, p.text, p.tokens, p.hash, p.page, p.headings, p.start_second,
        p.vector from copies c join passages p on p.id = c.original where ${isInBatch}`)
      await tx.execute(sql`insert into passage_vectors (passage_id, owner_id, source_id, space, code, vector, scale)
      select c.id, v.owner_id, c.source_id, v.space, v.code, v.vector, v.scale
      from copies c join passage_vectors v on v.passage_id = c.original where ${isInBatch}`)
    }
  })
  // Autovacuum does the same within minutes of so many new rows.
  await db.execute(sql`vacuum analyze`)
}
