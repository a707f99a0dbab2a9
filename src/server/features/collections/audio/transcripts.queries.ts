import { and, eq, lt, sql } from 'drizzle-orm'
import type { Collections } from '#shared/contract/collections.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Db } from '../../../db/connect.ts'
import { dayOf } from '../../../db/local-day.ts'
import { HOUSE_OWNER_ID, sourceTranscripts, transcriptionDays } from '../../../db/schema/index.ts'
import { mayLeave } from '../meaning/vectors.queries.ts'

/** The transcript of a source that was paid already. */
export async function findTranscript(
  db: Db,
  { sourceId }: { sourceId: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ text: sourceTranscripts.text })
    .from(sourceTranscripts)
    .where(eq(sourceTranscripts.sourceId, sourceId))
  return row?.text
}

/** Whether an owner's audio may go to the provider of the installation; always for the house. */
export async function mayTranscribe(db: Db, { ownerId }: { ownerId: string }): Promise<boolean> {
  const { rows } = await db.execute<{ may: boolean }>(sql`select ${mayLeave(sql`${ownerId}::uuid`)} as may`)
  return rows[0]?.may === true
}

/** Seconds of audio that were transcribed today, and may be. */
export async function readAudioUse(
  db: Db,
  { ownerId }: { ownerId: string },
): Promise<NonNullable<Collections['audio']>> {
  const [row] = await db
    .select({ seconds: transcriptionDays.seconds })
    .from(transcriptionDays)
    .where(and(eq(transcriptionDays.ownerId, ownerId), sql`${transcriptionDays.day} = ${dayOf()}`))
  return { used: row?.seconds ?? 0, limit: COLLECTION_LIMITS.audioSecondsPerDay }
}

type Paid = { ownerId: string; sourceId: string; seconds: number; text: string | undefined }

/** Counts a paid transcript, and keeps its text, if there is any, while its source is there. */
export const keepTranscript = (db: Db, { ownerId, sourceId, seconds, text }: Paid): Promise<void> =>
  db.transaction(async (tx) => {
    const userId = ownerId === HOUSE_OWNER_ID ? null : ownerId
    // An account that was deleted meanwhile has nothing to count.
    await tx.execute(sql`
      insert into transcription_days as counted (owner_id, user_id, day, seconds)
      select ${ownerId}::uuid, ${userId}::uuid, ${dayOf()}, ${seconds}::int
      where ${userId}::uuid is null or exists (select from users where id = ${userId}::uuid)
      on conflict (owner_id, day) do update set seconds = counted.seconds + excluded.seconds`)
    if (text === undefined) return
    await tx.execute(sql`
      insert into source_transcripts (source_id, owner_id, text)
      select id, owner_id, ${text} from sources
      where id = ${sourceId}::uuid and owner_id = ${ownerId}::uuid and (deleted_at is null or replaces_id is not null) for key share
      on conflict (source_id) do nothing`)
  })

/** Days before today bound nothing any more. */
export async function forgetTranscriptionDays(db: Db): Promise<void> {
  await db.delete(transcriptionDays).where(lt(transcriptionDays.day, dayOf()))
}
