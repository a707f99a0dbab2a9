import { sql } from 'drizzle-orm'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import type { Db } from '../../db/connect.ts'
import type { ChatOrigin } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { notFound } from '../../http/errors.ts'
import { IS_BUDGETED } from '../../runs/budget.queries.ts'
import { isOpenTo, plansUnless } from '../agents/agent-access.queries.ts'
import type { WritableAgent } from '../agents/agents.queries.ts'
import { hasGiven } from '../citations/earlier-passages.queries.ts'
import { hasSources } from '../collections/readable.queries.ts'
import type { SealedKey } from '../credentials/own-key.queries.ts'
import { isStorageFull } from '../storage/storage.queries.ts'
import { activeEnd, type MessageRow } from './branches.queries.ts'
import { MAX_TURNS, type StoredSummary, type TurnRow } from './conversation.queries.ts'

/** What a new reply needs of its chat, from one snapshot. */
export type ReplySource = {
  /** Changes with every change of the chat; see {@link storeReply}. */
  version: string
  agentId: string
  origin: ChatOrigin | null
  agent: WritableAgent
  /** The user's active key. */
  credential: SealedKey | null
  onboarding: OnboardingAnswers | null
  /** The message that is replaced, or whose reply is generated again. */
  target: Pick<MessageRow, 'id' | 'parentId' | 'sender' | 'content' | 'context'> | null
  /** Newest first, from the end of the active branch, or from the target's parent. */
  newest: TurnRow[]
  summaries: StoredSummary[]
  hasAttachments: boolean
  /** The user or the agent may have sources to read, or a reply of the chat was given passages. */
  readsSources: boolean
  /** A reply is being written in the chat. */
  isRunning: boolean
  /** The installation has a daily budget. */
  isBudgeted: boolean
  /** The user's storage is full. */
  isStorageFull: boolean
}

const chatId = sql`${sql.placeholder('chatId')}::uuid`
const userId = sql`${sql.placeholder('userId')}::uuid`
const targetId = sql`${sql.placeholder('targetId')}::uuid`

const read = statement<ReplySource>(
  'reply_source',
  sql`with chat as materialized (
    select id, xmin::text as version, agent_id, origin from chats
    where id = ${chatId} and user_id = ${userId} and deleted_at is null
  ), target as materialized (
    select id, parent_id, sender, content, context from messages
    where id = ${targetId} and chat_id = ${chatId} and deleted_at is null
  ), turns as (
    select id, parent_id as "parentId", seq, sender, content, context, deleted_at as "deletedAt" from messages
    where chat_id = (select id from chat) and seq <= case when ${targetId} is null then ${activeEnd(chatId)}
      else (select parent.seq from target join messages parent on parent.id = target.parent_id) end
    order by seq desc limit ${MAX_TURNS}
  )
  select chat.version, chat.origin, chat.agent_id as "agentId",
    (select row_to_json(agent) from (
      select name, system_prompt as "systemPrompt", model, prompt_version as "promptVersion", message_weight as "messageWeight",
        ${isOpenTo(userId)} as "isOpen", deleted_at is not null as "isDeleted", is_draft as "isDraft", ${plansUnless(isOpenTo(userId))} as plans
      from agents where agents.id = chat.agent_id) agent) as agent,
    (select row_to_json(credential) from (
      select id, user_id as "userId", provider, sealed, key_id as "keyId", last_four as "lastFour", status,
        allows_fallback as "allowsFallback"
      from credentials where user_id = ${userId} and is_active and deleted_at is null) credential) as credential,
    (select answers from onboardings where user_id = ${userId}) as onboarding,
    (select row_to_json(own) from (
      select id, parent_id as "parentId", sender, content, context from target) own) as target,
    coalesce((select json_agg(turns order by seq desc) from turns), '[]') as newest,
    coalesce((select json_agg(summary) from (
      select through_message_id as "throughMessageId", content, turns
      from chat_summaries where chat_id = chat.id) summary), '[]') as summaries,
    exists (select 1 from messages join message_attachments on message_attachments.message_id = messages.id
      where messages.chat_id = chat.id) as "hasAttachments",
    (${hasSources(userId, sql`chat.agent_id`)} or ${hasGiven(userId, { chatId: sql`chat.id`, origin: sql`chat.origin` })}) as "readsSources",
    exists (select 1 from messages where chat_id = chat.id and status = 'running') as "isRunning",
    ${IS_BUDGETED} as "isBudgeted", ${isStorageFull(userId)} as "isStorageFull"
  from chat`,
)

/**
 * Reads what a new reply needs, in one statement.
 * @throws {AppError} NOT_FOUND for the chat or the target of another user.
 */
export async function readReplySource(
  db: Db,
  { chatId, userId, targetId }: { chatId: string; userId: string; targetId: string | undefined },
): Promise<ReplySource> {
  const [source] = await read(db, { chatId, userId, targetId: targetId ?? null })
  if (!source) throw notFound('Chat')
  if (targetId && !source.target) throw notFound('Message')
  return source
}
