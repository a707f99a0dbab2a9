import { and, eq, isNull } from 'drizzle-orm'
import type { Revised } from '../../ai/prompt/revision.ts'
import type { Db } from '../../db/connect.ts'
import { messages, type ReplyRevision } from '../../db/schema/index.ts'

/** The reply that another one rewrites, with its text. */
export type RevisedReply = Revised & ReplyRevision

/** The rewritten reply of a stored revision; undefined without one, or once that reply is deleted. */
export async function findRevised(
  db: Db,
  { chatId, revision }: { chatId: string; revision: ReplyRevision | null },
): Promise<RevisedReply | undefined> {
  if (!revision) return undefined
  const isIt = and(eq(messages.id, revision.replyId), eq(messages.chatId, chatId), isNull(messages.deletedAt))
  const [row] = await db.select({ content: messages.content }).from(messages).where(isIt)
  return row && { ...revision, ...row }
}
