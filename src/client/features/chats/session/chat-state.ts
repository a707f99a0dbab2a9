import type { ContextItem } from '#client/entities/business/context-items.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { MessageStatus, ReplyErrorCode, ReplyStep } from '#shared/contract/messages.ts'
import type { FollowResult } from './follow-reply.ts'

/** A streaming reply: `waiting` until its first text, `stopping` after the user pressed Stop. */
export type LiveReply = {
  messageId: string
  text: string
  steps: readonly ReplyStep[]
  phase: 'waiting' | 'streaming' | 'stopping'
  isConnected: boolean
}

/** `isKept`: the unsent text is still in its field. */
export type ChatFailure =
  | { action: 'send'; error: unknown; isKept: boolean }
  | { action: 'regenerate' | 'continue' | 'stop'; error: unknown }

export type ChatState = {
  isSending: boolean
  failure: ChatFailure | null
  reply: LiveReply | null
  /** A new chat was stored and has its own address. */
  isOpened: boolean
}

/**
 * A message to send. `newChatWith`: agent of a chat to create; `replacesId`: message that it is a new version of;
 * `isKept`: the text stays in its field until it is stored. Without `chosen` it keeps the previous message's context.
 */
export type OutgoingMessage = {
  messageId: string
  content: string
  attachments?: Attachment[]
  chosen?: readonly ContextItem[] | undefined
  newChatWith?: string
  replacesId?: string
  isKept: boolean
}

export const IDLE: ChatState = { isSending: false, failure: null, reply: null, isOpened: false }

/** A message is being sent or a reply streams: nothing else may change in the chat. */
export const isBusy = ({ reply, isSending }: ChatState): boolean => reply !== null || isSending

/** Status of a reply after its stream ended; null if only the stored message knows. */
export function replyEndOf(
  result: FollowResult,
  text: string,
): { status: MessageStatus; errorCode: ReplyErrorCode | null } | null {
  if (result.type === 'done') return { status: result.status, errorCode: null }
  if (result.type !== 'error') return null
  return { status: text === '' ? 'error' : 'interrupted', errorCode: result.code ?? 'internal' }
}
