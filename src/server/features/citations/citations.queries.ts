import { and, asc, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Citation, CitedPassage } from '#shared/contract/citations.ts'
import { citedNumbers } from '../../ai/citations/cited-numbers.ts'
import type { NumberedPassage } from '../../ai/citations/given-passages.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messagePassages, messages, passages, sources, tutorials } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { mayFetchFile, mayReadSource } from '../collections/sources.queries.ts'
import { surround, textBeside } from './surroundings.queries.ts'

type OfReply = { messageId: string; userId: string }

const given = {
  number: messagePassages.number,
  passageId: messagePassages.passageId,
  sourceId: messagePassages.sourceId,
  sourceName: messagePassages.sourceName,
  kind: messagePassages.kind,
  page: messagePassages.page,
  headings: messagePassages.headings,
  startSecond: messagePassages.startSecond,
  address: messagePassages.address,
  text: messagePassages.text,
}

/** The passages that the writers of a reply were given, by number. */
export const listGiven = (db: Db, { messageId }: { messageId: string }): Promise<NumberedPassage[]> =>
  db
    .select(given)
    .from(messagePassages)
    .where(eq(messagePassages.messageId, messageId))
    .orderBy(asc(messagePassages.number))

/** The last number that the writers of a reply have stored; 0 for none. */
export async function lastGiven(db: Db, { messageId }: { messageId: string }): Promise<number> {
  const [row] = await db
    .select({ last: max(messagePassages.number) })
    .from(messagePassages)
    .where(eq(messagePassages.messageId, messageId))
  return row?.last ?? 0
}

/** What a reply cites. The caller has checked ownership. */
export async function listCited(
  db: Db,
  { messageId, content }: { messageId: string; content: string },
): Promise<Citation[]> {
  const cited = citedNumbers(content)
  if (cited.size === 0) return []
  const { passageId: _, address: _address, text: _text, ...columns } = given
  const rows = await db
    .select({ ...columns, sourceId: sources.id })
    .from(messagePassages)
    .leftJoin(sources, and(eq(sources.id, messagePassages.sourceId), isNull(sources.deletedAt)))
    .where(eq(messagePassages.messageId, messageId))
    .orderBy(asc(messagePassages.number))
  return rows.filter(({ number }) => cited.has(number))
}

const COLUMNS = sql.raw(
  'message_id, user_id, number, passage_id, source_id, source_name, kind, page, headings, start_second, address, text',
)

/** Stores passages before a model reads them. A source that was deleted meanwhile is stored as deleted. */
export async function storeGiven(
  db: Db,
  { messageId, userId, passages }: OfReply & { passages: readonly NumberedPassage[] },
): Promise<void> {
  await db.execute(sql`
    insert into message_passages (${COLUMNS})
    select ${messageId}::uuid, ${userId}::uuid, given.number, given."passageId", sources.id, given."sourceName", given.kind,
      given.page, given.headings, given."startSecond", given.address, given.text
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as given (number integer, "passageId" uuid, "sourceId" uuid,
      "sourceName" text, kind text, page integer, headings text[], "startSecond" integer, address text, text text)
    left join sources on sources.id = given."sourceId" and sources.deleted_at is null`)
}

/** Gives a reply the passages, under the same numbers, of the reply of the same user that it rewrites. */
export async function copyGiven(
  db: Db,
  { messageId, userId, fromId }: OfReply & { fromId: string },
): Promise<void> {
  await db.execute(sql`
    insert into message_passages (${COLUMNS})
    select ${messageId}::uuid, user_id, number, passage_id, source_id, source_name, kind, page, headings, start_second,
      address, text
    from message_passages where message_id = ${fromId}::uuid and user_id = ${userId}::uuid
    on conflict do nothing`)
}

/**
 * Where a passage is now, and what its user may open there. The text beside it was not given: it is shown while the user
 * may read the source.
 */
const placeFor = (userId: string, mayRead: SQL = mayReadSource(userId)) => ({
  sourceId: sources.id,
  ownerId: sources.ownerId,
  collectionId: sources.collectionId,
  position: passages.position,
  before: sql<string | null>`case when ${mayRead} then ${textBeside(-1)} end`,
  after: sql<string | null>`case when ${mayRead} then ${textBeside(1)} end`,
  hasFile: sql<boolean>`coalesce(${sources.key} is not null and ${mayFetchFile(userId)}, false)`,
  lessonTitle: tutorials.title,
  lessonVideoId: tutorials.youtubeVideoId,
})
type Place = Pick<CitedPassage, 'sourceId' | 'collectionId' | 'position' | 'before' | 'after' | 'hasFile'> & {
  ownerId: string | null
  lessonTitle: string | null
  lessonVideoId: string | null
}

const toCited = <Row extends Place>(
  { ownerId, lessonTitle: title, lessonVideoId: youtubeVideoId, ...row }: Row,
  { userId, text }: { userId: string; text: string },
) => ({
  ...row,
  ...surround(text, row),
  collectionId: ownerId === userId ? row.collectionId : null,
  lesson: title !== null && youtubeVideoId !== null ? { title, youtubeVideoId } : null,
})

const NOWHERE = {
  ...{ sourceId: null, collectionId: null, position: null, before: null, after: null },
  ...{ hasFile: false, lesson: null },
}

const isOfSource = and(eq(tutorials.id, sources.tutorialId), isNull(tutorials.deletedAt))

/**
 * Passages of a user's reply that is not stored, in the form of {@link getCitedPassage}. The user has just read them,
 * as an administrator whose collections no agent may have yet.
 */
export async function placeGiven(
  db: Db,
  { userId, given: numbered }: { userId: string; given: readonly NumberedPassage[] },
): Promise<CitedPassage[]> {
  if (numbered.length === 0) return []
  const ids = numbered.map(({ passageId }) => passageId)
  const rows = await db
    .select({ id: passages.id, place: placeFor(userId, sql`true`) })
    .from(passages)
    .innerJoin(sources, and(eq(sources.id, passages.sourceId), isNull(sources.deletedAt)))
    .leftJoin(tutorials, isOfSource)
    .where(inArray(passages.id, ids))
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  return numbered.map(({ passageId, ...passage }) => {
    const place = places.get(passageId)
    return { ...passage, ...(place ? toCited(place, { userId, text: passage.text }) : NOWHERE) }
  })
}

/**
 * A passage as a user's reply read it.
 * @throws {AppError} NOT_FOUND, also for a reply of another user.
 */
export async function getCitedPassage(
  db: Db,
  { messageId, userId, number }: OfReply & { number: number },
): Promise<CitedPassage> {
  const { passageId: _, ...columns } = given
  const [row] = await db
    .select({ ...columns, ...placeFor(userId) })
    .from(messagePassages)
    .innerJoin(messages, eq(messages.id, messagePassages.messageId))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .leftJoin(sources, and(eq(sources.id, messagePassages.sourceId), isNull(sources.deletedAt)))
    .leftJoin(passages, and(eq(passages.id, messagePassages.passageId), eq(passages.sourceId, sources.id)))
    .leftJoin(tutorials, isOfSource)
    .where(
      and(
        eq(messagePassages.messageId, messageId),
        eq(messagePassages.number, number),
        eq(chats.userId, userId),
        isNull(chats.deletedAt),
        isNull(messages.deletedAt),
      ),
    )
  if (!row) throw notFound('Source')
  return toCited(row, { userId, text: row.text })
}

/**
 * The citations of a row of `messages` as JSON, without texts: only the numbers in its text, which may be code, see
 * {@link citedNumbers}. Null for replies without passages. The outer condition is evaluated once for all rows.
 */
export const citationsJson: SQL = sql`case when exists (select 1 from message_passages) and messages.sender = 'ai' then (
  select json_agg(json_build_object('number', cited.number, 'sourceId', sources.id, 'sourceName', cited.source_name,
    'kind', cited.kind, 'page', cited.page, 'headings', cited.headings, 'startSecond', cited.start_second) order by cited.number)
  from message_passages cited left join sources on sources.id = cited.source_id and sources.deleted_at is null
  where cited.message_id = messages.id and position('[' || cited.number || ']' in messages.content) > 0) end`
