import { sql } from 'drizzle-orm'
import type { MessageContext } from '#shared/contract/messages.ts'
import { IMAGE_TOKENS, TURN_OVERHEAD_TOKENS } from '../../ai/prompt/conversation.ts'
import { CHARACTERS_PER_TOKEN } from '../../ai/prompt/token-estimate.ts'
import type { Db } from '../../db/connect.ts'
import type { ChatOrigin, chats } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { IS_BUDGETED } from '../../runs/budget.queries.ts'
import type { AgentInstructions } from '../agents/agents.queries.ts'

export type EndedReply = {
  chatId: string
  agentId: string
  userId: string
  /** The reply was written with the user's own key. */
  ownKey: boolean
  origin: ChatOrigin | null
  status: string
  content: string
  context: MessageContext | null
  titledBy: typeof chats.$inferSelect.titledBy
  creatorName: string
  agent: Omit<AgentInstructions, 'promptVersion'>
  /** Number of attempts at replies in the chat. Attempts that failed without text do not count. */
  attempts: number
  /** The first message of the chat in its newest version, and the newest reply to it. */
  exchange: { message: string; reply: string } | null
  /** Messages of the user, in all versions. */
  questions: number
  /** Tokens of all messages and attachments of the chat, estimated from their bytes: rather too many. */
  chatTokens: number
  /** A daily budget of the installation is set. */
  isBudgeted: boolean
}

const constant = (value: number) => sql.raw(String(value))

const readEnded = statement<EndedReply>(
  'ended_reply',
  sql`select messages.chat_id as "chatId", chats.agent_id as "agentId", chats.user_id as "userId", messages.own_key as "ownKey", chats.origin,
    messages.status, messages.content, messages.context, chats.titled_by as "titledBy", users.name as "creatorName",
    json_build_object('name', agents.name, 'systemPrompt', agents.system_prompt, 'model', agents.model) as agent,
    (select coalesce(sum(attempt), 0)::integer from messages reply
      where reply.chat_id = chats.id and reply.sender = 'ai' and reply.status <> 'error') as attempts,
    case when chats.titled_by = 'message' then (
      select json_build_object('message', first.content, 'reply', coalesce((
        select reply.content from messages reply
        where reply.parent_id = first.id and reply.chat_id = first.chat_id and reply.sender = 'ai'
          and reply.deleted_at is null order by reply.seq desc limit 1), ''))
      from messages first
      where first.chat_id = chats.id and first.sender = 'human' and first.parent_id is null
        and first.deleted_at is null order by first.seq desc limit 1) end as exchange,
    (select count(*)::integer from messages asked where asked.chat_id = chats.id and asked.sender = 'human') as questions,
    (select coalesce(sum(octet_length(content) / ${constant(CHARACTERS_PER_TOKEN)} + ${constant(TURN_OVERHEAD_TOKENS)}), 0)
      from messages turn where turn.chat_id = chats.id)::float8
    + (select coalesce(sum(case when attachments.kind = 'image' then ${constant(IMAGE_TOKENS)}
        else octet_length(attachments.content) / ${constant(CHARACTERS_PER_TOKEN)} end), 0)
      from messages turn join message_attachments on message_attachments.message_id = turn.id
        join attachments on attachments.id = message_attachments.attachment_id
      where turn.chat_id = chats.id)::float8 as "chatTokens", ${IS_BUDGETED} as "isBudgeted"
  from messages
    join chats on chats.id = messages.chat_id
    join users on users.id = chats.user_id
    join agents on agents.id = chats.agent_id
  where messages.id = ${sql.placeholder('messageId')}::uuid and messages.status <> 'running'
    and messages.deleted_at is null and chats.deleted_at is null`,
)

/**
 * A finished reply with what titling and summarising its chat needs; undefined if it is gone or running
 * again.
 */
export const findEndedReply = async (
  db: Db,
  { messageId }: { messageId: string },
): Promise<EndedReply | undefined> => (await readEnded(db, { messageId }))[0]

const storeTitle = statement<{ id: string }>(
  'title_by_model',
  sql`update chats set title = ${sql.placeholder('title')}, titled_by = 'model', updated_at = now()
  where id = ${sql.placeholder('chatId')}::uuid and titled_by = 'message' and deleted_at is null returning id`,
)

/**
 * Stores the model's title, unless the chat has a title other than the automatic one from its first message.
 */
export async function titleByModel(
  db: Db,
  { chatId, title }: { chatId: string; title: string },
): Promise<boolean> {
  return (await storeTitle(db, { chatId, title })).length > 0
}
