import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './chat.module.css'
import { ChatDock } from './chat-dock.tsx'
import { ChatHeader } from './chat-header.tsx'
import type { ChatPageProps } from './chat-page.tsx'
import { closedText } from './chat-texts.ts'
import { chatQueries } from './chats.api.ts'
import { Conversation } from './conversation.tsx'
import { draftPlace } from './drafts.ts'
import { prepareMarkdown } from './prepare-markdown.ts'
import { sendText } from './send-text.ts'
import { useChatSession, useChatState } from './use-chat-session.ts'
import { useCarriedDraft } from './use-drafts.ts'
import { useFollow } from './use-follow.ts'

type Props = ChatPageProps & { agent: Agent; conversationId: string }

export function ChatScreen(props: Props) {
  const { agent, agentId, chatId, conversationId, userId, onOpenChat } = props
  const isNew = chatId === undefined
  const session = useChatSession(conversationId)
  const follow = useFollow({ startsAtEnd: !isNew })
  const place = draftPlace({ userId, agentId, chatId })
  const chat = useQuery({ ...chatQueries.detail(conversationId), enabled: !isNew })
  const handleSend = async (text: string) => {
    if (await sendText({ chatId: conversationId, agentId, place, isNew }, session, text)) follow.toEnd()
  }

  useDocumentTitle(`${chat.data?.title || agent.name} · Elenco`)
  useEffect(() => session.hold(), [session])
  useEffect(prepareMarkdown, [])
  useCarriedDraft(place)
  useSuggestion(props, isNew, handleSend)
  const isOpened = useChatState(session, (state) => state.isOpened)
  useEffect(() => {
    if (isNew && isOpened) onOpenChat({ agentId, chatId: conversationId })
  }, [isNew, isOpened, agentId, conversationId, onOpenChat])
  const actualAgentId = chat.data?.agentId
  useEffect(() => {
    if (actualAgentId && actualAgentId !== agentId)
      onOpenChat({ agentId: actualAgentId, chatId: conversationId })
  }, [actualAgentId, agentId, conversationId, onOpenChat])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // What is open over the chat is closed by it, and nothing more.
    if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
    if (session.getState().reply) void session.stop()
  }
  const closed = closedText(agent)
  return (
    <section className={classes.screen} aria-label={`Conversa com ${agent.name}`} onKeyDown={handleKeyDown}>
      <ChatHeader agent={agent} chat={isNew ? undefined : chat.data} isNew={isNew} />
      <Conversation
        agent={agent}
        chatId={conversationId}
        isNew={isNew}
        userId={userId}
        place={place}
        isClosed={closed !== null}
        session={session}
        follow={follow}
        messageId={props.messageId}
        onMessageTaken={props.onMessageTaken}
        onSend={(text) => void handleSend(text)}
      />
      <ChatDock
        session={session}
        place={place}
        agentName={agent.name}
        closed={closed}
        isDemo={props.isDemo}
        onSend={(text) => void handleSend(text)}
      />
    </section>
  )
}

/** Sends the suggestion that the address names, once: it leaves the address before anything is sent. */
function useSuggestion(
  { agent, suggestion, onSuggestionTaken }: Pick<Props, 'agent' | 'suggestion' | 'onSuggestionTaken'>,
  isNew: boolean,
  send: (text: string) => Promise<void>,
) {
  const taken = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (suggestion === undefined) {
      taken.current = undefined
      return
    }
    if (taken.current === suggestion) return
    taken.current = suggestion
    onSuggestionTaken()
    const chosen = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)[suggestion]
    if (isNew && chosen && closedText(agent) === null) void send(chosen.content)
  }, [suggestion, onSuggestionTaken, agent, isNew, send])
}
