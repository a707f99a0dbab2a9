import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { sendMessage } from '#client/features/chats/composer/send-message.ts'
import { useMoveDraft } from '#client/features/chats/composer/use-draft-lifecycle.ts'
import { useStickToBottom } from '#client/features/chats/messages/use-stick-to-bottom.ts'
import { closedText } from '#client/features/chats/session/chat-texts.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { useChatSession, useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { usePrinting } from '#client/lib/browser/use-printing.ts'
import { warmUpParser } from '#client/markdown/warm-up-parser.ts'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './chat.module.css'
import { ChatFooter } from './chat-footer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatMessages } from './chat-messages.tsx'
import type { ChatPageProps } from './chat-page.tsx'
import { PrintHeader } from './print-header.tsx'
import { SuggestionForm } from './suggestion-form.tsx'
import { useSelectedContext } from './use-selected-context.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = ChatPageProps & { agent: Agent; conversationId: string }

export function ChatScreen(props: Props) {
  const { agent, agentId, chatId, conversationId, userId } = props
  const isNew = chatId === undefined
  const session = useChatSession(conversationId)
  const follow = useStickToBottom({ startsAtEnd: !isNew })
  const draftKey = composerDraftKey({ userId, agentId, chatId })
  const chat = useQuery({ ...chatQueries.detail(conversationId), enabled: !isNew })
  const chosen = useSelectedContext({ draftKey, chatId: conversationId, isNew })
  const handleSend = async (text: string) => {
    if (await sendMessage({ chatId: conversationId, agentId, draftKey, isNew, chosen }, session, text))
      follow.toEnd()
  }
  const isPrinting = usePrinting()
  const suggestions = useSuggestions(props, isNew, (text) => void handleSend(text))

  useDocumentTitle(`${chat.data?.title || agent.name} · Elenco`)
  useEffect(() => session.hold(), [session])
  useEffect(warmUpParser, [])
  useMoveDraft(draftKey)
  const isOpened = useChatState(session, (state) => state.isOpened)
  useOwnAddress(props, isNew ? (isOpened ? agentId : undefined) : chat.data?.agentId)

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // What is open over the chat is closed by it, and nothing more.
    if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
    if (session.getState().reply) void session.stop()
  }
  const closed = closedText(agent)
  return (
    <section className={classes.screen} aria-label={`Conversa com ${agent.name}`} onKeyDown={handleKeyDown}>
      {isPrinting && <PrintHeader agent={agent} chat={chat.data} userName={props.userName} />}
      <ChatHeader agent={agent} chat={isNew ? undefined : chat.data} isNew={isNew} />
      <ChatMessages
        agent={agent}
        chatId={conversationId}
        isNew={isNew}
        userId={userId}
        userName={props.userName}
        isPrinting={isPrinting}
        draftKey={draftKey}
        isClosed={closed !== null}
        session={session}
        follow={follow}
        messageId={props.messageId}
        onMessageTaken={props.onMessageTaken}
        chosen={chosen ?? NO_ITEMS}
        onSuggestion={suggestions.take}
      />
      <ChatFooter
        session={session}
        userId={userId}
        draftKey={draftKey}
        agent={agent}
        chosen={chosen}
        closed={closed}
        isDemo={props.isDemo}
        onSend={(text) => void handleSend(text)}
      />
      {suggestions.asked !== null && (
        <SuggestionForm
          key={suggestions.asked}
          content={suggestions.asked}
          draftKey={draftKey}
          chosen={chosen ?? NO_ITEMS}
          scroller={follow.scroller}
          onSend={(text) => void handleSend(text)}
          onDone={suggestions.forget}
        />
      )}
    </section>
  )
}

/** Has the address name the chat as soon as that is stored, and the agent that it is with, once that is known. */
function useOwnAddress(
  { chatId, agentId, conversationId, onOpenChat }: Props,
  actualAgentId: string | undefined,
) {
  const isOwn = chatId !== undefined && actualAgentId === agentId
  useEffect(() => {
    if (actualAgentId && !isOwn) onOpenChat({ agentId: actualAgentId, chatId: conversationId })
  }, [actualAgentId, isOwn, conversationId, onOpenChat])
}
