import type { CurrentUser } from '#shared/contract/auth.ts'
import type { MessageContext, ReplyChange, SendMessage } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { EMPTY_CONTEXT, type SourceContext } from './context.queries.ts'
import { type EarlyRead, type Parts, startReply } from './reply-start.service.ts'
import { findMessagePlace, findReplyTo } from './sending.queries.ts'

type Send = { user: CurrentUser; chatId: string; message: SendMessage; earlyRead: EarlyRead }
type OfMessage = { user: CurrentUser; chatId: string; messageId: string }

/**
 * Stores a message with its placeholder reply and starts the run. Returns the reply's id. Idempotent: an id
 * already stored in this chat returns its reply. Without a context, uses the one of the previous message on
 * the branch, of the replaced message, or of the chat's origin. Collections and sources are only those of a replaced message.
 * @throws {AppError} PLAN_REQUIRED, NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, RATE_LIMITED, UNAVAILABLE; nothing
 * is stored then.
 */
export async function sendMessage(parts: Parts, { user, chatId, message, ...given }: Send): Promise<string> {
  const { context, replacesId, ...own } = message
  // It read the end of the chat, and not the place of a message that is replaced.
  const earlyRead = replacesId ? undefined : given.earlyRead
  try {
    const asked = { user, chatId, targetId: replacesId, earlyRead }
    return await startReply(parts, asked, ({ target, origin }, before) => {
      if (target && target.sender !== 'human') {
        throw new AppError('CONFLICT', 'Só uma mensagem sua pode ser editada.')
      }
      const earlier = target ? target.context : before.context && forNext(before.context)
      return {
        message: own,
        parentId: before.leafId ?? null,
        context: context ?? earlier ?? (origin ? forNext(origin.context) : EMPTY_CONTEXT),
        repeated: context && target?.context ? unlessNamed(context, target.context) : undefined,
        isExact: context !== undefined,
      }
    })
  } catch (error) {
    // A concurrent copy may have stored the message meanwhile; answer with its reply.
    const repeated = await findRepeated(parts.db, { user, chatId, messageId: message.id })
    if (repeated) return repeated
    throw error
  }
}

/**
 * Writes another reply to the message that the reply `messageId` answers, with what is left of its context; with a
 * `change`, a rewritten version of that reply. The new reply becomes the active branch.
 * @throws {AppError} as {@link sendMessage}
 */
export const regenerateReply = (
  parts: Parts,
  { user, chatId, messageId, change }: OfMessage & { change?: ReplyChange | undefined },
): Promise<string> =>
  startReply(parts, { user, chatId, targetId: messageId }, ({ target }, before) => {
    if (target?.sender !== 'ai' || !target.parentId) {
      throw new AppError('CONFLICT', 'Só uma resposta pode ser gerada de novo.')
    }
    if (change && target.content.trim() === '') {
      throw new AppError('CONFLICT', 'Esta resposta não tem texto para mudar.')
    }
    const revised = change && { change, replyId: messageId, content: target.content }
    return { revised, parentId: target.parentId, context: before.context ?? EMPTY_CONTEXT, isExact: false }
  })

/** Collections and sources are chosen for one message. */
function forNext({ collectionIds: _, sourceIds: _sources, ...kept }: MessageContext): MessageContext {
  return kept
}

/** Those of a replaced message hold for the new one, unless that names some itself. */
const unlessNamed = (named: MessageContext, { collectionIds, sourceIds }: SourceContext): SourceContext =>
  named.collectionIds || named.sourceIds
    ? {}
    : { ...(collectionIds && { collectionIds }), ...(sourceIds && { sourceIds }) }

async function findRepeated(db: Db, { user, chatId, messageId }: OfMessage): Promise<string | undefined> {
  const place = await findMessagePlace(db, { messageId })
  return place?.chatId === chatId && place.userId === user.id ? findReplyTo(db, { messageId }) : undefined
}
