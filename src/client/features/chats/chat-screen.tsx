import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useEffect } from 'react'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { sendMessage } from '#client/features/chats/composer/send-message.ts'
import { useMoveDraft } from '#client/features/chats/composer/use-draft-lifecycle.ts'
import { JumpButton } from '#client/features/chats/messages/jump-button.tsx'
import { useStickToBottom } from '#client/features/chats/messages/use-stick-to-bottom.ts'
import { closedText } from '#client/features/chats/session/chat-texts.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { useChatSession, useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useStartRequest } from '#client/features/chats/start/use-start-request.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { usePrinting } from '#client/lib/browser/use-printing.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { warmUpParser } from '#client/markdown/warm-up-parser.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat.module.css'
import { ChatFooter } from './chat-footer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatMessages } from './chat-messages.tsx'
import print from './print.module.css'
import { useSelectedContext } from './use-selected-context.ts'
import { useSuggestions } from './use-suggestions.ts'

const RecommendationForm = lazy(() =>
  import('#client/entities/agents/recommendation-form.tsx').then((it) => ({
    default: it.RecommendationForm,
  })),
)

export type ChatPageProps = {
  agentId: string
  /** Undefined at the address of a new chat. */
  chatId: string | undefined
  /** Undefined while it loads. */
  agent: Agent | undefined
  userId: string
  userName: string
  /** The demonstration model answers. */
  isDemo: boolean
  /** Index of the agent's suggestion to send on arrival; `onSuggestionTaken` must remove it from the address. */
  suggestion?: number | undefined
  onSuggestionTaken: () => void
  /** Message to jump to; `onMessageTaken` must remove it from the address. */
  messageId?: string | undefined
  /** Words to mark in it, without accents and case. */
  words?: string | undefined
  onMessageTaken: () => void
  /** Must replace the address with the chat's: a new chat was stored, or the address names another agent. */
  onOpenChat: (chat: { agentId: string; chatId: string }) => void
}

type Props = ChatPageProps & { agent: Agent; conversationId: string }

export function ChatScreen(props: Props) {
  const { agent, agentId, chatId, conversationId, userId } = props
  const isNew = chatId === undefined
  const closed = closedText(agent)
  const session = useChatSession(conversationId)
  const follow = useStickToBottom({ startsAtEnd: !isNew })
  const draftKey = composerDraftKey({ userId, agentId, chatId })
  const chat = useQuery({ ...chatQueries.detail(conversationId), enabled: !isNew })
  const chosen = useSelectedContext({ draftKey, chatId: conversationId, isNew })
  const handleSend = async (text: string) => {
    if (
      await sendMessage({ userId, chatId: conversationId, agentId, draftKey, isNew, chosen }, session, text)
    )
      follow.toEnd()
  }
  const isPrinting = usePrinting()
  const suggestions = useSuggestions(props, isNew, (text) => void handleSend(text))

  usePageTitle(chat.data?.title || agent.name)
  useEffect(() => session.hold(), [session])
  useEffect(warmUpParser, [])
  useMoveDraft(draftKey)
  useStartRequest(draftKey, isNew && closed === null, (text) => void handleSend(text))
  const isOpened = useChatState(session, (state) => state.isOpened)
  useOwnAddress(props, isNew ? (isOpened ? agentId : undefined) : chat.data?.agentId)

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // Escape closes only what is open over the chat.
    if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
    if (session.getState().reply) void session.stop()
  }
  const handleFilled = (text: string) => {
    suggestions.forget()
    void handleSend(text)
    // After the form has returned the focus to the suggestion, which disappears.
    requestAnimationFrame(() => follow.scroller.current?.focus({ preventScroll: true }))
  }
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
        words={props.words}
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
        jump={isNew || follow.isAtEnd ? null : <JumpButton follow={follow} />}
        onSend={(text) => void handleSend(text)}
      />
      {suggestions.asked !== null && (
        <Suspense>
          <RecommendationForm
            key={suggestions.asked}
            content={suggestions.asked}
            chosen={chosen ?? NO_ITEMS}
            onChoose={(items) => draftContext.choose(draftKey, items)}
            onSend={handleFilled}
            onClose={suggestions.forget}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Corrects the address when a new chat is stored, or when the chat is with another agent. */
function useOwnAddress(
  { chatId, agentId, conversationId, onOpenChat }: Props,
  actualAgentId: string | undefined,
) {
  const isOwn = chatId !== undefined && actualAgentId === agentId
  useEffect(() => {
    if (actualAgentId && !isOwn) onOpenChat({ agentId: actualAgentId, chatId: conversationId })
  }, [actualAgentId, isOwn, conversationId, onOpenChat])
}

/** Heading of a printed chat: title, participants, date. */
function PrintHeader({ agent, chat, userName }: { agent: Agent; chat: Chat | undefined; userName: string }) {
  return (
    <header className={print.head}>
      <h1 className={print.title}>{chat?.title || `Conversa com ${agent.name}`}</h1>
      <p>
        {userName} e {agent.name}
      </p>
      {chat && <p className={print.moment}>Começou em {formatMoment(chat.createdAt)}.</p>}
    </header>
  )
}
