import { sql } from 'drizzle-orm'
import type { GroundingDetail, MessageContext } from '#shared/contract/messages.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import type { ReplyRevision } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { AppError } from '../../http/errors.ts'
import { leaseUntil } from '../../runs/replies.queries.ts'
import { countedMessage, monthOf } from '../quota/quota.queries.ts'
import { type Owned, replyIsRunning } from './branches.queries.ts'

type NewReply = Owned & {
  /** The version of the chat that the prompt was made from. */
  version: string
  replyId: string
  /** The new message that the reply answers; null when it answers the stored message `parentId`. */
  messageId: string | null
  /** The message before them. */
  parentId: string | null
  /** Text of the new message, and the chat's title if it is the first one. */
  content: string | null
  firstTitle: string | null
  context: MessageContext
  /** The context as the model reads it. */
  grounding: GroundingDetail[]
  condensedTurns: number
  /** The reply that this one rewrites, and how. */
  revision: ReplyRevision | null
  /** Version of the agent's prompt. */
  promptVersion: number
  /** The reply is written with the user's own key. */
  ownKey: boolean
  /** Reserves `weight` messages of the month. */
  isReserved: boolean
  weight: number
  /** Holds the limit of parallel replies. */
  isLimited: boolean
  leaseOwner: string
}

const value = (name: keyof NewReply, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`
const userId = value('userId', 'uuid')
const chatId = value('chatId', 'uuid')
const messageId = value('messageId', 'uuid')

// Locks in the order user, chat, month, as every other writer. A function that counts after the lock sees what
// others committed meanwhile; a subquery would see the snapshot from before the lock.
const store = statement<{ isAllowed: boolean; isHeld: boolean; isPaid: boolean }>(
  'store_reply',
  sql`with person as materialized (
    select id from users where id = ${userId} and ${value('isLimited', 'boolean')} for no key update
  ), allowed as materialized (
    select coalesce((select running_replies(id) < ${SERVER_LIMITS.parallelRunsPerUser} from person), true) as ok
  ), held as materialized (
    select id from chats where id = ${chatId} and user_id = ${userId} and deleted_at is null
      and xmin::text = ${value('version', 'text')} and (select ok from allowed)
    for no key update
  ), ${countedMessage(userId, sql`(select 1 from held where ${value('isReserved', 'boolean')}) held`, value('weight', 'int'))}, chat as (
    update chats set last_message_at = now(), updated_at = now(), leaf_id = null,
      last_seq = chats.last_seq + case when ${messageId} is null then 1 else 2 end,
      title = case when chats.last_seq = 0 and chats.titled_by = 'message'
        then coalesce(${value('firstTitle', 'text')}, chats.title) else chats.title end
    from held where chats.id = held.id
      and (not ${value('isReserved', 'boolean')} or exists (select 1 from paid))
    returning chats.id, chats.last_seq
  ), stored as (
    insert into messages (id, chat_id, seq, parent_id, sender, status, content, context, grounding, condensed_turns,
      revision, prompt_version, own_key, quota_month, quota_length, quota_weight, extra_id, lease_owner, lease_until)
    select ${messageId}, id, last_seq - 1, ${value('parentId', 'uuid')}, 'human', 'done', ${value('content', 'text')},
      ${value('context', 'jsonb')}, null, 0, null::jsonb, null, false, null::date, null::integer, null::smallint, null::uuid, null::uuid, null::timestamptz
    from chat where ${messageId} is not null
    union all
    select ${value('replyId', 'uuid')}, id, last_seq, coalesce(${messageId}, ${value('parentId', 'uuid')}), 'ai',
      'running', '', ${value('context', 'jsonb')}, ${value('grounding', 'jsonb')},
      ${value('condensedTurns', 'integer')}, ${value('revision', 'jsonb')}, ${value('promptVersion', 'integer')}, ${value('ownKey', 'boolean')},
      case when ${value('isReserved', 'boolean')} then ${monthOf()} end,
      case when ${value('isReserved', 'boolean')} then 0 end,
      case when ${value('isReserved', 'boolean')} then ${value('weight', 'int')} end, (select extra_id from paid), ${value('leaseOwner', 'uuid')}, ${leaseUntil()}
    from chat
    returning id
  )
  select (select ok from allowed) as "isAllowed", exists (select 1 from held) as "isHeld",
    exists (select 1 from stored) as "isPaid"`,
)

/**
 * Stores a placeholder reply, with the message that it answers if that is new, in one statement: all or
 * nothing. `changed`: the chat is no longer the one that the prompt was made from; read it again. `unpaid`: no
 * message of the month is left. `busy`: the user has as many running replies as allowed.
 * @throws {AppError} CONFLICT if the message's id is taken, or another reply is being written in the chat.
 */
export async function storeReply(
  db: Db,
  { context, grounding, revision, ...values }: NewReply,
): Promise<'stored' | 'changed' | 'unpaid' | 'busy'> {
  try {
    const json = {
      context: JSON.stringify(context),
      grounding: JSON.stringify(grounding),
      revision: revision && JSON.stringify(revision),
    }
    const [done] = await store(db, { ...values, ...json })
    if (!done?.isAllowed) return 'busy'
    if (!done.isHeld) return 'changed'
    return done.isPaid ? 'stored' : 'unpaid'
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'messages_pkey') {
      throw new AppError('CONFLICT', 'Este identificador de mensagem já foi usado.')
    }
    if (constraint === 'messages_one_running_key') throw replyIsRunning()
    throw error
  }
}
