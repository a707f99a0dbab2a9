import type { ContextItem } from '#client/entities/business/context-items.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { MessageStatus, ReplyErrorCode } from '#shared/contract/messages.ts'
import type { FollowResult } from './follow-reply.ts'

/** A reply while it is being written. `waiting` until its first text, `stopping` from the press of the button. */
export type LiveReply = {
  messageId: string
  text: string
  phase: 'waiting' | 'streaming' | 'stopping'
  isConnected: boolean
}

/** `isKept`: the text that was not sent still stands where it was written. */
export type ChatFailure =
  | { action: 'send'; error: unknown; isKept: boolean }
  | { action: 'regenerate' | 'continue' | 'stop'; error: unknown }

export type ChatState = {
  isSending: boolean
  failure: ChatFailure | null
  reply: LiveReply | null
  /** What was a new chat is stored, and has an address of its own. */
  isOpened: boolean
}

/**
 * A message on its way; `newChatWith` is the agent of a chat that the server does not know yet, `replacesId` the message
 * that it is a new version of; `isKept` says that what was written stands on the screen until it is stored. Without
 * `chosen` it goes on with what the message before it was grounded on.
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

/** A message is on its way, or a reply is being written: nothing else may change in the chat. */
export const isBusy = ({ reply, isSending }: ChatState): boolean => reply !== null || isSending

/** What the end of following says about a reply with this text; null when only the stored message can tell. */
export function replyEndOf(
  result: FollowResult,
  text: string,
): { status: MessageStatus; errorCode: ReplyErrorCode | null } | null {
  if (result.type === 'done') return { status: result.status, errorCode: null }
  if (result.type !== 'error') return null
  return { status: text === '' ? 'error' : 'interrupted', errorCode: result.code ?? 'internal' }
}
