import { chatDrafts, composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { useChatId } from '#client/features/chats/session/use-chat-id.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { ChatScreen } from './chat-screen.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'

export type ChatPageProps = {
  agentId: string
  /** Undefined on the address of a new chat. */
  chatId: string | undefined
  /** Undefined while it loads. */
  agent: Agent | undefined
  userId: string
  userName: string
  /** Replies come from the demonstration model. */
  isDemo: boolean
  /** Index of the agent's suggestion to send on arrival; `onSuggestionTaken` must take it out of the address. */
  suggestion?: number | undefined
  onSuggestionTaken: () => void
  /** A message of the chat to lead to; `onMessageTaken` must take it out of the address. */
  messageId?: string | undefined
  onMessageTaken: () => void
  /** Must replace the address by the chat's: a new chat was stored, or the address names another agent. */
  onOpenChat: (chat: { agentId: string; chatId: string }) => void
}

/** A new or an existing chat. Stays mounted while the one becomes the other. */
export function ChatPage(props: ChatPageProps) {
  const { agentId, chatId, agent, userId } = props
  const conversationId = useChatId(chatId, () =>
    chatDrafts.pendingChat(composerDraftKey({ userId, agentId })),
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
