import { eq } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Summary } from '../../ai/prompt/conversation.ts'
import type { Turn } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { chatSummaries, messages } from '../../db/schema/index.ts'
import { listTurnAttachments } from '../attachments/message-attachments.queries.ts'
import { type Branch, branchUpFrom } from './branches.queries.ts'

// Far beyond any budget of a model; keeps one absurd chat from filling the memory.
const MAX_TURNS = 5_000

/** A turn, and the message that it was. */
export type StoredTurn = Turn & { messageId: string }

export type Conversation = {
  /** Oldest first, without replies that never said anything; those that the summary stands for are not among them. */
  turns: StoredTurn[]
  /** What the beginning came to, where that was written down. */
  summary: Summary | undefined
  /** The message that the branch ends at. */
  leafId: string | undefined
  /** What its person's last message was grounded on. */
  context: MessageContext | null
}

/** What was said on a branch of a chat. */
export async function readConversation(
  db: Db,
  { chatId, leafId: end }: { chatId: string; leafId?: string },
): Promise<Conversation> {
  const branch: Branch = end ? { leafId: end } : { chatId }
  const summaries = await listSummaries(db, { chatId })
  const rows = await branchUpFrom(db, branch, { limit: MAX_TURNS, until: new Set(summaries.keys()) })
  const leafId = rows[0]?.id
  // A reply has its message's, where a summary goes so far that this one is not read.
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

/** The summaries of a chat, by the newest message that is in each. */
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

/** Keeps a summary, unless another one goes as far already, or what it was made of was removed meanwhile. */
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
