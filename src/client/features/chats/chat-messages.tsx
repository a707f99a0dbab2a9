import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { useClearSentDraft } from '#client/features/chats/composer/use-draft-lifecycle.ts'
import { MessageList } from '#client/features/chats/messages/message-list.tsx'
import { type Found, useJumpToMessage } from '#client/features/chats/messages/use-jump-to-message.ts'
import type { StickToBottom } from '#client/features/chats/messages/use-stick-to-bottom.ts'
import { loadQueuedList, useQueuedMessages } from '#client/features/chats/outbox/use-outbox.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { useChatPolling } from '#client/features/chats/session/use-chat-polling.ts'
import {
  useFollowRunningReply,
  useReplyAnnouncement,
} from '#client/features/chats/session/use-running-reply.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import classes from './chat.module.css'
import { MessagesSkeleton } from './chat-skeleton.tsx'
import { EmptyChat } from './empty-chat.tsx'

const ChatOrigin = lazy(async () => ({ default: (await import('./chat-origin.tsx')).ChatOrigin }))
const QueuedList = lazy(async () => ({
  default: (await loadQueuedList()).QueuedList,
}))
const SaveSelection = lazy(async () => ({
  default: (await import('#client/features/chats/replies/save-selection.tsx')).SaveSelection,
}))

type Props = {
  agent: Agent
  chatId: string
  isNew: boolean
  userId: string
  userName: string
  isPrinting: boolean
  draftKey: string
  isClosed: boolean
  session: ChatSession
  follow: StickToBottom
  /** Message id in the address; `onMessageTaken` must remove it there. */
  messageId: string | undefined
  /** Words to mark in it. */
  words: string | undefined
  onMessageTaken: () => void
  /** Context of the next message. */
  chosen: readonly ContextItem[]
  /** Called with the suggestion's text, variables included. */
  onSuggestion: (content: string) => void
}

/** The scrolling part of a chat: its messages, or the agent's introduction. */
export function ChatMessages(props: Props) {
  const { agent, chatId, isNew, draftKey, userId, session, follow } = props
  const query = useQuery({ ...chatQueries.messages(chatId), enabled: !isNew })
  const { data: chat } = useQuery({ ...chatQueries.detail(chatId), enabled: !isNew })
  const origin = chat?.origin ?? undefined
  useFollowRunningReply(session, query.data)
  useChatPolling(session, chatId, isNew)
  useClearSentDraft(draftKey, query.data, session)
  useClearSentDraft(composerDraftKey({ userId, agentId: agent.id }), query.data, session)
  const found = useJumpToMessage({
    chatId,
    wantedId: props.messageId,
    wantedWords: props.words,
    messages: query.data,
    follow,
    onTaken: props.onMessageTaken,
  })
  const queued = useQueuedMessages(userId, chatId)
  const news = useReplyAnnouncement(session, { messages: query.data, agentName: shortNameOf(agent.name) })
  return (
    <div className={classes.stage}>
      <section
        ref={follow.scroller}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must scroll by keyboard.
        tabIndex={0}
        aria-label="Mensagens"
      >
        <div ref={follow.content} className={classes.column}>
          {origin && !query.data?.[0]?.parentId && (
            <Suspense fallback={null}>
              <ChatOrigin origin={origin} agentName={agent.name} />
            </Suspense>
          )}
          {(queued.length === 0 || (query.data && query.data.length > 0)) && (
            <Content {...props} query={query} found={found} hasOrigin={origin !== undefined} />
          )}
          {queued.length > 0 && (
            <Suspense fallback={null}>
              <QueuedList
                queued={queued}
                messages={query.data}
                userId={userId}
                draftKey={draftKey}
                session={session}
                onTakenBack={() => document.querySelector<HTMLElement>('[data-composer]')?.focus()}
              />
            </Suspense>
          )}
        </div>
      </section>
      {query.data?.length && !isTouch() ? (
        <Suspense fallback={null}>
          <SaveSelection messages={query.data} box={follow.scroller} draftKey={draftKey} />
        </Suspense>
      ) : null}
      <p role="status" className="visually-hidden no-print">
        {news || (found && 'Mensagem encontrada')}
      </p>
    </div>
  )
}

type ContentProps = Props & {
  query: QueryState<Message[]>
  found: Found | undefined
  /** It continues another chat, and shows that in place of the introduction. */
  hasOrigin: boolean
}

function Content({ query, ...props }: ContentProps) {
  const messages = query.data
  if (messages && messages.length > 0) return <MessageList {...props} messages={messages} />
  if (messages && props.hasOrigin) return null
  if (props.isNew || messages) return <EmptyChat {...props} />
  if (query.isError) {
    return (
      <StateMessage
        tone="error"
        title="A conversa não carregou"
        actions={<Button onClick={() => void query.refetch()}>Tentar de novo</Button>}
      >
        {errorText(query.error)}
      </StateMessage>
    )
  }
  return <MessagesSkeleton />
}
