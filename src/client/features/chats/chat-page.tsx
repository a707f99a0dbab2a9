import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { chatDrafts, composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { outbox } from '#client/features/chats/outbox/outbox.ts'
import { type ChatPageProps, ChatScreen } from './chat-screen.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'

/** A new or an existing chat. Stays mounted while a new one becomes an existing one. */
export function ChatPage(props: ChatPageProps) {
  const { agentId, chatId, agent, userId } = props
  const conversationId = useConversationId(
    chatId,
    () =>
      chatDrafts.pendingChat(composerDraftKey({ userId, agentId })) ??
      outbox.list(userId).find((queued) => queued.isNew && queued.agentId === agentId)?.chatId,
  )
  if (!agent) return <ChatSkeleton isNew={chatId === undefined} />
  return (
    <ChatScreen
      {...props}
      key={`${agentId}:${conversationId}`}
      agent={agent}
      conversationId={conversationId}
    />
  )
}

/**
 * Id of the chat on screen. A new chat has its id before the server stores it, so that only the address changes then.
 * `pendingId` is the id of an earlier attempt, or of a chat that waits for the connection.
 */
function useConversationId(chatId: string | undefined, pendingId: () => string | undefined): string {
  const [fresh, setFresh] = useState({ id: '', isUsed: true })
  let current = fresh
  if (chatId === undefined && fresh.isUsed) current = { id: pendingId() ?? newId(), isUsed: false }
  else if (chatId === fresh.id) current = { id: fresh.id, isUsed: true }
  if (current.id !== fresh.id || current.isUsed !== fresh.isUsed) setFresh(current)
  return chatId ?? current.id
}
