import { type ContextItem, contextItemKey } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import { outbox } from '#client/features/chats/outbox/outbox.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { isConnectionLost } from '#client/lib/http/connection.ts'
import { ApiError, isUnreachable } from '#client/lib/http/http-client.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { chatDrafts, type SendAttempt } from './chat-drafts.ts'

const FULL = 'Há mensagens demais na fila. Seu texto continua aqui: envie de novo quando elas forem.'

type Source = {
  userId: string
  chatId: string
  agentId: string
  draftKey: string
  /** The chat is not stored yet. */
  isNew: boolean
  /** The chat's context, unless the draft changes it; undefined while it loads. */
  chosen: readonly ContextItem[] | undefined
}

/**
 * Sends a text with the draft's files and context; they leave the draft only when the server has stored them, or, while it
 * is out of reach, when the outbox has. Resolves to whether they left. While files upload, it only marks the draft to be
 * sent after them.
 */
export async function sendMessage(
  { userId, chatId, agentId, draftKey, isNew, ...source }: Source,
  session: ChatSession,
  text: string,
): Promise<boolean> {
  const content = text.trim()
  // A suggestion is kept in an empty composer in case it fails; a text already there is not touched.
  if (chatDrafts.text(draftKey) === '') chatDrafts.write(draftKey, content)
  const isKept = chatDrafts.text(draftKey).trim() === content
  if (isKept && ['uploading', 'failed'].includes(draftAttachments.readiness(draftKey))) {
    draftAttachments.await(draftKey)
    return false
  }
  const attachments = isKept ? draftAttachments.stored(draftKey) : []
  const attachmentIds = attachments.map(({ id }) => id)
  const chosen = draftContext.items(draftKey) ?? source.chosen
  const context = chosen?.map(contextItemKey).join()
  const attempt = chatDrafts.nextAttempt(draftKey, chatId, content, attachmentIds, context)
  const newChat = isNew ? { newChatWith: agentId } : {}
  const { messageId } = attempt
  const leave = () => {
    clearSentDraft(draftKey, attempt)
    draftContext.acknowledge(draftKey, chosen ?? [])
  }
  const queue = () => {
    const isQueued = outbox.put(userId, { messageId, chatId, agentId, isNew, content, attachments, chosen })
    if (isQueued) leave()
    return isQueued
  }
  // Behind others that wait, or it would be answered before them.
  const isBehind = outbox.list(userId).some((queued) => queued.chatId === chatId)
  if ((isBehind || isConnectionLost()) && queue()) return true
  if (isBehind) {
    showToast(FULL, 'error')
    return false
  }
  if (await session.send({ messageId, content, attachments, chosen, isKept, ...newChat })) {
    leave()
    // Another screen may show the chat by now: it takes the address.
    if (isNew) session.open()
    return true
  }
  const failure = session.getState().failure?.error
  // A sign-out has removed the draft meanwhile: nothing of it stays.
  const isWanted = chatDrafts.attempt(draftKey)?.messageId === messageId
  if (isWanted && isUnreachable(failure) && queue()) {
    session.dismissFailure()
    return true
  }
  await markDeleted({ draftKey, agentId }, failure, { attachments, chosen })
  return false
}

type Parts = { attachments: Attachment[]; chosen: readonly ContextItem[] | undefined }

/** Shows which files and context items of a refused draft the server no longer has. */
async function markDeleted(
  { draftKey, agentId }: Pick<Source, 'draftKey' | 'agentId'>,
  failure: unknown,
  { attachments, chosen = [] }: Parts,
) {
  if (attachments.length > 0 && isRefusal(failure)) {
    const { markMissing } = await import('#client/features/chats/attachments/attachment-uploads.ts')
    await markMissing(draftKey).catch(() => undefined)
  }
  if (chosen.length > 0 && failure instanceof ApiError && failure.status === 404) {
    const { removeDeletedContext } = await import('./remove-deleted-context.ts')
    await removeDeletedContext({ draftKey, agentId, chosen }).catch(() => undefined)
  }
}

export function clearSentDraft(draftKey: string, { text, attachmentIds }: SendAttempt): void {
  chatDrafts.acknowledge(draftKey, text)
  draftAttachments.acknowledge(draftKey, attachmentIds)
}

/** Statuses of a message with a deleted attachment, or one that another message has. */
const isRefusal = (error: unknown) => error instanceof ApiError && [400, 404, 409].includes(error.status)
