import type { RefObject } from 'react'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { Channel } from '#shared/revisor/rules.ts'

/** The same for all messages of a chat; stable, so that scrolling and streaming render no other message. */
export type Thread = {
  agentName: string
  photoUrl: string | null
  /** Findings of the Revisor stand under ended replies. */
  reviewsReplies: boolean
  /** The channel whose rules review a reply; the general one without that setting. */
  reviewChannel: Channel
  userId: string
  userName: string
  /** Every message is drawn, with its author and time. */
  isPrinting: boolean
  session: ChatSession
  box: RefObject<HTMLElement | null>
  draftKey: string
  /** The agent takes no new messages. */
  isClosed: boolean
  onSent: () => void
  /** The reply that is read aloud. */
  readingId: RefObject<string | null>
}

export type MessageProps = {
  message: Message
  thread: Thread
  isLast: boolean
  isNear: boolean
  /** Its model was the first of the chat to read a summary of older messages. */
  isFirstCondensed: boolean
}
