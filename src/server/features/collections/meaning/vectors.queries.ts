import { and, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import type { StoredVector } from '../../../ai/embeddings/quantise.ts'
import type { Db } from '../../../db/connect.ts'
import { embeddingTurns, passages, passageVectors, sources } from '../../../db/schema/index.ts'

/** No source has vectors of it. Stands for a space that is not known yet. */
export const NO_SPACE = ''
const LEASE = sql`now() + interval '60 seconds'`

/**
 * Whether an account's texts may go to the provider of the installation: not if its own key writes its replies and it
 * did not allow the house's.
 */
export const mayLeave = (userId: SQL): SQL<boolean> => sql<boolean>`not exists (
  select 1 from credentials where credentials.user_id = ${userId} and credentials.is_active and not credentials.allows_fallback)`

/** Sources with passages that have no vector of the space. The comparison of spaces is written for the index. */
const waiting = (space: string): SQL => sql`s.deleted_at is null and s.version > 0 and s.passages > 0
  and s.worker_id is null and (s.vectors < s.passages or s.vector_space < ${space} or s.vector_space > ${space})
  and (s.vectors_after is null or s.vectors_after <= now()) and ${mayLeave(sql`s.owner_id`)}`

export type Turn = { workerId: string; failures: number }

/**
 * Takes the turn of all instances to embed passages, for a minute; undefined when there is nothing to embed, it is not
 * yet time, or another instance has it.
 */
export async function takeTurn(
  db: Db,
  { workerId, space }: { workerId: string; space: string },
): Promise<Turn | undefined> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    insert into embedding_turns as turn (id, worker_id, lease_until)
    select 1, ${workerId}::uuid, ${LEASE} where exists (select 1 from sources s where ${waiting(space)})
    on conflict (id) do update set worker_id = excluded.worker_id, lease_until = excluded.lease_until
      where turn.next_at <= now() and (turn.worker_id is null or turn.lease_until < now())
    returning failures`)
  return rows[0] && { workerId, failures: rows[0].failures }
}

/** Ends a turn; the next one begins after the delay. */
export async function endTurn(
  db: Db,
  { workerId, failures, delayMs }: Turn & { delayMs: number },
): Promise<void> {
  const nextAt = sql`now() + ${delayMs} * interval '1 millisecond'`
  await db
    .update(embeddingTurns)
    .set({ workerId: null, leaseUntil: null, failures, nextAt })
    .where(eq(embeddingTurns.workerId, workerId))
}

export type VectorSource = {
  id: string
  ownerId: string
  version: number
  passages: number
  /** Its first passages, which have a vector of the space, or were passed over because the provider refused them. */
  vectors: number
  /** The provider refused the passages of the last call. */
  isRefused: boolean
}

/** The source that waits longest for vectors of the space. */
export async function nextSource(db: Db, { space }: { space: string }): Promise<VectorSource | undefined> {
  const { rows } = await db.execute<VectorSource>(sql`
    select s.id, s.owner_id as "ownerId", s.version, s.passages, case when s.vector_space = ${space} then s.vectors else 0 end as vectors,
      s.vectors_after is not null as "isRefused"
    from sources s where ${waiting(space)} order by s.queued_at, s.id limit 1`)
  return rows[0]
}

type Unembedded = { id: string; headings: string[]; text: string; tokens: number }

/** The next passages of a source without a vector, in their order. */
export const listUnembedded = (
  db: Db,
  { id, version, vectors, limit }: VectorSource & { limit: number },
): Promise<Unembedded[]> =>
  db
    .select({ id: passages.id, headings: passages.headings, text: passages.text, tokens: passages.tokens })
    .from(passages)
    .where(and(eq(passages.sourceId, id), eq(passages.version, version), gte(passages.position, vectors)))
    .orderBy(passages.position)
    .limit(limit)

// Not the owner's change.
const sameUpdatedAt = { updatedAt: sql`${sources.updatedAt}` }

type Stored = {
  source: VectorSource
  space: string
  batch: (StoredVector & { passageId: string })[]
  /** How many passages after those of the batch get no vector. */
  passedOver?: number
}

/**
 * Stores the vectors of a source's next passages, with the progress, at once, and deletes those of other spaces. False
 * when the source was read again, deleted, or another instance has stored them.
 */
export const storeVectors = (db: Db, { source, space, batch, passedOver = 0 }: Stored): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { id: sourceId, ownerId, version, vectors } = source
    const isSame = sql`case when ${sources.vectorSpace} = ${space} then ${sources.vectors} else 0 end = ${vectors}`
    const held = await tx
      .update(sources)
      .set({
        vectorSpace: space,
        vectors: vectors + batch.length + passedOver,
        vectorsAfter: passedOver > 0 ? sql`now()` : null,
        ...sameUpdatedAt,
      })
      .where(
        and(
          eq(sources.id, sourceId),
          eq(sources.version, version),
          sql`${sources.deletedAt} is null`,
          isSame,
        ),
      )
      .returning({ id: sources.id })
    if (held.length === 0) return false
    if (vectors === 0) {
      await tx
        .delete(passageVectors)
        .where(
          and(
            eq(passageVectors.ownerId, ownerId),
            ne(passageVectors.space, space),
            eq(passageVectors.sourceId, sourceId),
          ),
        )
    }
    if (batch.length > 0) {
      await tx.insert(passageVectors).values(batch.map((row) => ({ ...row, ownerId, sourceId, space })))
    }
    return true
  })

/** How many of a source's passages were passed over. */
export async function countPassedOver(
  db: Db,
  { source, space }: { source: VectorSource; space: string },
): Promise<number> {
  const isStored = and(eq(passageVectors.sourceId, source.id), eq(passageVectors.space, space))
  const isOwner = eq(passageVectors.ownerId, source.ownerId)
  return source.vectors - (await db.$count(passageVectors, and(isOwner, isStored)))
}

/** Notes that the provider refused passages of a source, or that its vectors were of no use; lets other sources go first. */
export async function noteRefusal(db: Db, { id, delayMs }: { id: string; delayMs: number }): Promise<void> {
  await db
    .update(sources)
    .set({ vectorsAfter: sql`now() + ${delayMs} * interval '1 millisecond'`, ...sameUpdatedAt })
    .where(eq(sources.id, id))
}

/** Passages of an owner that a user finds by meaning; null when only words are searched for the user. */
export async function countMeant(
  db: Db,
  { ownerId, userId, space = NO_SPACE }: { ownerId: string; userId: string; space: string | undefined },
): Promise<number | null> {
  const { rows } = await db.execute<{ meant: number; mayLeave: boolean }>(sql`
    select coalesce(sum(s.vectors), 0)::int as meant, ${mayLeave(sql`${userId}::uuid`)} as "mayLeave"
    from sources s where s.owner_id = ${ownerId}::uuid and ${embeddedIn(space)}`)
  const [row] = rows
  return row?.mayLeave ? row.meant : null
}

/** Of a source `s`: some of its passages have vectors of the space. */
export const embeddedIn = (space: string): SQL<boolean> =>
  sql<boolean>`(s.deleted_at is null and s.vectors > 0 and s.vector_space = ${space})`
