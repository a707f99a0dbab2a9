import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { SourceKind } from '#shared/contract/sources.ts'
import { estimateTokens } from '../../ai/prompt/token-estimate.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { passages, passageVectors, sources, sourceTranscripts } from '../../db/schema/index.ts'
import type { CutPassage } from '../../files/passages/cut-passages.ts'
import { takeReplacement } from './replacements.queries.ts'
import type { SourceRow } from './sources.queries.ts'

/** Another instance takes a source over when its lease was not renewed for this long. */
const LEASE = sql`now() + interval '30 seconds'`

export type Lease = { sourceId: string; workerId: string }

const isHeld = ({ sourceId, workerId }: Lease) =>
  and(eq(sources.id, sourceId), eq(sources.workerId, workerId), isNull(sources.deletedAt))

/** Audio, everything else, or both. */
export type ClaimedKinds = 'audio' | 'others' | 'all'

/**
 * Leases the next source of these kinds; owners with a leased source are left out, and sources that wait for another
 * attempt. Sources whose lease has expired come first. The others are ordered by how many sources of the same owner were
 * read or tried since they were queued, so that owners take turns, then by their waiting time. Undefined when there is
 * none, or another instance has just leased it.
 */
export async function claimSource(
  db: Db,
  { workerId, kinds }: { workerId: string; kinds: ClaimedKinds },
): Promise<SourceRow | undefined> {
  const isAudio = sql`coalesce((select n.kind from ${sources} n where n.replaces_id = s.id), s.kind) = 'audio'`
  const isClaimed = { audio: isAudio, others: sql`not (${isAudio})`, all: sql`true` }[kinds]
  const isWaiting = sql`s.deleted_at is null
    and s.state in ('queued', 'reading', 'transcribing', 'splitting', 'indexing')
    and ${isClaimed}
    and (s.lease_until is null or s.lease_until < now())
    and not exists (select from ${sources} o
      where o.owner_id = s.owner_id and o.id <> s.id and o.worker_id is not null)`
  const firstOfOwners = sql`select distinct on (s.owner_id) s.id from ${sources} s where ${isWaiting}
    order by s.owner_id, s.worker_id is null, s.queued_at`
  const readMeanwhile = sql`(select count(*) from ${sources} d
    where d.owner_id = s.owner_id and d.updated_at > s.queued_at
      and (d.state in ('ready', 'failed') or d.attempts > 0))`
  const next = sql`(select s.id from ${sources} s where s.id in (${firstOfOwners}) and ${isWaiting}
    order by s.worker_id is null, ${readMeanwhile}, s.queued_at limit 1 for update skip locked)`
  const [row] = await db
    .update(sources)
    .set({ workerId, leaseUntil: LEASE, attempts: sql`${sources.attempts} + 1`, state: 'reading' })
    .where(eq(sources.id, next))
    .returning()
    .catch((error) => {
      if (constraintOf(error) === 'sources_working_key') return []
      throw error
    })
  return row
}

/** Renews a lease, with what is known by now; false when it is lost: the source was deleted, or taken over. */
export async function renewLease(
  db: Db,
  {
    state,
    kind,
    total,
    done,
    bytes,
    ...lease
  }: Lease & Partial<Pick<SourceRow, 'state' | 'kind' | 'total' | 'done' | 'bytes'>>,
): Promise<boolean> {
  const rows = await db
    .update(sources)
    .set({ leaseUntil: LEASE, state, kind, total, done, bytes })
    .where(isHeld(lease))
    .returning({ id: sources.id })
  return rows.length > 0
}

type Batch = Lease & Pick<SourceRow, 'ownerId' | 'version'> & { from: number; batch: CutPassage[] }

/** Stores passages of the version that is being read, with the progress, at once; false when the lease is lost. */
export const storePassages = (db: Db, { ownerId, version, from, batch, ...lease }: Batch): Promise<boolean> =>
  db.transaction(async (tx) => {
    const held = await tx
      .update(sources)
      .set({ leaseUntil: LEASE, attempts: 0, done: from + batch.length })
      .where(isHeld(lease))
      .returning({ id: sources.id })
    if (held.length === 0) return false
    await tx.insert(passages).values(
      batch.map((passage, at) => ({
        ...passage,
        ...{ ownerId, sourceId: lease.sourceId, version: version + 1, position: from + at },
        tokens: estimateTokens(passage.text),
        hash: createHash('sha256').update(passage.text).digest('base64url'),
        vector: sql`search_vector(${ownerId}::uuid, ${[...passage.headings, passage.text].join('\n')})`,
      })),
    )
    return true
  })

/** Deletes the passages of a version that was not read whole. */
export async function dropUnfinished(
  db: Db,
  { sourceId, version }: { sourceId: string; version: number },
): Promise<void> {
  await db.delete(passages).where(and(eq(passages.sourceId, sourceId), gt(passages.version, version)))
}

const RELEASED = { workerId: null, leaseUntil: null, attempts: 0 } as const

/**
 * Gives the vectors of the first passages that are the same as before to those of the next version; the others are deleted
 * with the old passages. Vectors stand at the first passages of a source, in their order; some were passed over.
 */
async function keepVectors(
  tx: Db,
  { sourceId, version }: { sourceId: string; version: number },
): Promise<void> {
  const { rows } = await tx.execute<{ same: number }>(sql`
    with pairs as (
      select old.id as old_id, new.id as new_id,
        bool_and(old.hash = new.hash and old.headings = new.headings) over (order by old.position) as is_same
      from ${passages} old join ${passages} new on new.source_id = old.source_id and new.position = old.position
      where old.source_id = ${sourceId}::uuid and old.version = ${version} and new.version = ${version + 1}
    ), moved as (
      update ${passageVectors} v set passage_id = pairs.new_id from pairs where v.passage_id = pairs.old_id and pairs.is_same
    )
    select count(*) filter (where is_same)::int as same from pairs`)
  const vectors = sql`least(${sources.vectors}, ${rows[0]?.same ?? 0}::int)`
  await tx
    .update(sources)
    .set({
      vectors,
      vectorsAfter: null,
      vectorSpace: sql`case when ${vectors} = 0 then '' else ${sources.vectorSpace} end`,
    })
    .where(eq(sources.id, sourceId))
}

/** A tutorial has the subtitles of its video only. */
const linkOf = (kind: SourceKind) => (kind === 'srt' || kind === 'vtt' ? undefined : { tutorialId: null })

type Finished = Lease & Pick<SourceRow, 'version' | 'total' | 'kind' | 'pagesWithoutText'>

/**
 * Lets searches find the new version instead of the old one; undefined when the lease is lost. `replacedId` is the hidden
 * row of the old file, which is to be deleted.
 */
export const finishSource = (
  db: Db,
  { version, total, kind, pagesWithoutText, ...lease }: Finished,
): Promise<{ replacedId: string | undefined } | undefined> =>
  db.transaction(async (tx) => {
    const next = version + 1
    const done = await tx
      .update(sources)
      .set({
        ...RELEASED,
        ...linkOf(kind),
        kind,
        state: 'ready',
        failure: null,
        version: next,
        passages: total,
        pagesWithoutText,
        done: total,
        total,
      })
      .where(isHeld(lease))
      .returning({ id: sources.id })
    if (done.length === 0) return undefined
    const replacedId = await takeReplacement(tx, lease)
    await keepVectors(tx, { sourceId: lease.sourceId, version })
    await tx.delete(passages).where(and(eq(passages.sourceId, lease.sourceId), ne(passages.version, next)))
    await tx.delete(sourceTranscripts).where(eq(sourceTranscripts.sourceId, lease.sourceId))
    return { replacedId }
  })

/** Ends the reading of a source with a sentence for its owner; the version before stays. */
export const failSource = (
  db: Db,
  { failure, canRetry, version, ...lease }: Lease & { failure: string; canRetry: boolean; version: number },
): Promise<void> =>
  db.transaction(async (tx) => {
    const failed = await tx
      .update(sources)
      .set({ ...RELEASED, state: 'failed', failure, canRetry, done: 0, total: 0 })
      .where(isHeld(lease))
      .returning({ id: sources.id })
    if (failed.length > 0) await dropUnfinished(tx, { sourceId: lease.sourceId, version })
  })

/** Returns a source to the queue, for an instance that stops. */
export async function releaseSource(db: Db, lease: Lease): Promise<void> {
  await db
    .update(sources)
    .set({ ...RELEASED, state: 'queued' })
    .where(isHeld(lease))
}

/** Leaves a source for a while, with its passages and attempts; the owner's other sources go on meanwhile. */
export async function postponeSource(
  db: Db,
  { seconds, ...lease }: Lease & { seconds: number },
): Promise<void> {
  const leaseUntil = sql`now() + ${seconds} * interval '1 second'`
  await db.update(sources).set({ state: 'queued', workerId: null, leaseUntil }).where(isHeld(lease))
}

/** Passages of an owner's other sources that a search finds. */
export async function countOtherPassages(
  db: Db,
  { ownerId, sourceId }: { ownerId: string; sourceId: string },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${sources.passages}), 0)::int` })
    .from(sources)
    .where(and(eq(sources.ownerId, ownerId), ne(sources.id, sourceId), isNull(sources.deletedAt)))
  return row?.count ?? 0
}
