import { eq } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Summary } from '../../ai/prompt/conversation.ts'
import type { Turn } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { chatSummaries, messages } from '../../db/schema/index.ts'
import { listTurnAttachments } from '../attachments/message-attachments.queries.ts'
import { type Branch, branchUpFrom } from './branches.queries.ts'

// Beyond the budget of any model; bounds memory for extremely long chats.
const MAX_TURNS = 5_000

/** A turn and the id of its message. */
export type StoredTurn = Turn & { messageId: string }

export type Conversation = {
  /** Oldest first, without empty replies and without the turns that the summary covers. */
  turns: StoredTurn[]
  /** Summary of the oldest turns, if one exists. */
  summary: Summary | undefined
  /** The message at the end of the branch. */
  leafId: string | undefined
  /** The context of the user's last message. */
  context: MessageContext | null
}

/** Reads the turns of one branch of a chat. */
export async function readConversation(
  db: Db,
  { chatId, leafId: end }: { chatId: string; leafId?: string },
): Promise<Conversation> {
  const branch: Branch = end ? { leafId: end } : { chatId }
  const summaries = await listSummaries(db, { chatId })
  const rows = await branchUpFrom(db, branch, { limit: MAX_TURNS, until: new Set(summaries.keys()) })
  const leafId = rows[0]?.id
  // A reply carries its message's context, so it can stand in when the summary covers that message.
  const context = (rows.find(({ sender }) => sender === 'human') ?? rows[0])?.context ?? null
  const summary = summaries.get(rows.at(-1)?.id ?? '')
  if (summary) rows.pop()
  const human = rows.filter(({ sender }) => sender === 'human').map(({ id }) => id)
  const attached = await listTurnAttachments(db, human)
  const turns = rows
    .reverse()
    .filter((row) => row.content.trim() !== '')
    .map(
      (row): StoredTurn => ({
        messageId: row.id,
        role: row.sender === 'human' ? 'user' : 'assistant',
        content: row.content,
        attachments: attached.get(row.id) ?? [],
      }),
    )
  return { turns, summary, leafId, context }
}

/** The summaries of a chat, keyed by the newest message that each covers. */
async function listSummaries(db: Db, { chatId }: { chatId: string }): Promise<Map<string, Summary>> {
  const rows = await db
    .select({
      throughMessageId: chatSummaries.throughMessageId,
      content: chatSummaries.content,
      turns: chatSummaries.turns,
    })
    .from(chatSummaries)
    .where(eq(chatSummaries.chatId, chatId))
  return new Map(rows.map(({ throughMessageId, ...summary }) => [throughMessageId, summary]))
}

/** Stores a summary, unless another covers as much already or one of its messages was deleted meanwhile. */
export async function keepSummary(
  db: Db,
  { chatId, throughMessageId, summary }: { chatId: string; throughMessageId: string; summary: Summary },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [through] = await tx
      .select({ deletedAt: messages.deletedAt })
      .from(messages)
      .where(eq(messages.id, throughMessageId))
      .for('key share')
    if (!through || through.deletedAt) return
    await tx
      .insert(chatSummaries)
      .values({ chatId, throughMessageId, ...summary })
      .onConflictDoNothing()
  })
}
