import { and, asc, eq, sql } from 'drizzle-orm'
import type { CitedPassage } from '#shared/contract/citations.ts'
import type { Db } from '../../db/connect.ts'
import { chatSummaries, chats, messages } from '../../db/schema/index.ts'

/** A passage that a reply was given. */
export type ExportedPassage = Omit<CitedPassage, 'collectionId'>

/** The passages of a row of `messages`, by number. */
export const passagesColumn = sql<ExportedPassage[]>`array(
    select json_build_object('number', number, 'sourceId', source_id, 'sourceName', source_name, 'kind', kind,
      'page', page, 'headings', headings, 'startSecond', start_second, 'address', address, 'text', text)
    from message_passages where message_id = ${messages.id} order by number)`

/** The model's summaries of a user's chat, shortest first. */
export const listSummaries = (db: Db, { chatId, userId }: { chatId: string; userId: string }) =>
  db
    .select({
      throughMessageId: chatSummaries.throughMessageId,
      turns: chatSummaries.turns,
      summary: chatSummaries.content,
      createdAt: chatSummaries.createdAt,
    })
    .from(chatSummaries)
    .innerJoin(chats, eq(chats.id, chatSummaries.chatId))
    .where(and(eq(chatSummaries.chatId, chatId), eq(chats.userId, userId)))
    .orderBy(asc(chatSummaries.turns), asc(chatSummaries.id))
