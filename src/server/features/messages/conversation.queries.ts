import { eq, sql } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { Summary } from '../../ai/prompt/conversation.ts'
import type { Turn } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { chatSummaries, messages } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { listTurnAttachments } from '../attachments/message-attachments.queries.ts'
import { branchUpFrom, type MessageRow } from './branches.queries.ts'

// Beyond the budget of any model; bounds memory for extremely long chats.
export const MAX_TURNS = 5_000

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

/** A message as conversations read it. */
export type TurnRow = Pick<MessageRow, 'id' | 'parentId' | 'seq' | 'sender' | 'content' | 'context'> & {
  deletedAt: unknown
}

export type StoredSummary = Summary & { throughMessageId: string }

const readTurns = statement<TurnRow>(
  'turns_down',
  sql`select id, parent_id as "parentId", seq, sender, content, context, deleted_at as "deletedAt" from messages
    where chat_id = ${sql.placeholder('chatId')}::uuid and seq <= ${sql.placeholder('below')}::int
    order by seq desc limit ${MAX_TURNS}`,
)

/** Reads the turns of the branch of a chat that ends at `leafId`. */
export async function readConversation(
  db: Db,
  { chatId, leafId }: { chatId: string; leafId: string },
): Promise<Conversation> {
  const [leaf] = await db.select({ seq: messages.seq }).from(messages).where(eq(messages.id, leafId))
  if (!leaf) return { turns: [], summary: undefined, leafId: undefined, context: null }
  const newest = await readTurns(db, { chatId, below: leaf.seq })
  return toConversation(db, { chatId, newest, summaries: await listSummaries(db, { chatId }) })
}

type Read = {
  chatId: string
  /** The newest messages from the branch's end downwards, at most `MAX_TURNS`. */
  newest: TurnRow[]
  summaries: StoredSummary[]
  /** No message of the chat has an attachment. */
  hasNoAttachments?: boolean
}

/** The conversation of a branch whose newest messages are read. */
export async function toConversation(
  db: Db,
  { chatId, newest, summaries: listed, hasNoAttachments = false }: Read,
): Promise<Conversation> {
  const summaries = new Map(listed.map(({ throughMessageId, ...summary }) => [throughMessageId, summary]))
  const rows = await branchUpFrom<TurnRow>(
    async (below) => (below === undefined ? newest : readTurns(db, { chatId, below })),
    { limit: MAX_TURNS, until: new Set(summaries.keys()) },
  )
  const leafId = rows[0]?.id
  // A reply carries its message's context, so it can stand in when the summary covers that message.
  const context = (rows.find(({ sender }) => sender === 'human') ?? rows[0])?.context ?? null
  const summary = summaries.get(rows.at(-1)?.id ?? '')
  if (summary) rows.pop()
  const human = rows.filter(({ sender }) => sender === 'human').map(({ id }) => id)
  const attached = hasNoAttachments ? undefined : await listTurnAttachments(db, human)
  const turns = rows
    .reverse()
    .filter((row) => row.content.trim() !== '')
    .map(
      (row): StoredTurn => ({
        messageId: row.id,
        role: row.sender === 'human' ? 'user' : 'assistant',
        content: row.content,
        attachments: attached?.get(row.id) ?? [],
      }),
    )
  return { turns, summary, leafId, context }
}

const listSummaries = (db: Db, { chatId }: { chatId: string }): Promise<StoredSummary[]> =>
  db
    .select({
      throughMessageId: chatSummaries.throughMessageId,
      content: chatSummaries.content,
      turns: chatSummaries.turns,
    })
    .from(chatSummaries)
    .where(eq(chatSummaries.chatId, chatId))

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
