import { useEffect, useMemo, useRef, useState } from 'react'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { firstCondensed } from '#client/features/chats/session/chat-texts.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import classes from './message.module.css'
import { positionKeyOf, useMessageGroups } from './message-groups.ts'
import { MessageItem } from './message-item.tsx'
import type { Thread } from './message-props.ts'
import { OlderLoader } from './older-loader.tsx'
import { useIsInViewport } from './use-in-viewport.ts'
import type { Found } from './use-jump-to-message.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'

type Props = {
  agent: Agent
  userId: string
  userName: string
  isPrinting: boolean
  messages: Message[]
  isClosed: boolean
  session: ChatSession
  follow: StickToBottom
  draftKey: string
  found: Found | undefined
}

export function MessageList({ agent, messages, found, follow, ...props }: Props) {
  const { userId, userName, isPrinting, isClosed, session, draftKey } = props
  const filledFrom = useProgressiveRender(messages)
  const { name: agentName, photoUrl, reviewsReplies } = agent
  const reviewChannel = reviewsReplies ? agent.reviewChannel : 'page'
  const { scroller, toEnd, keepPlace } = follow
  const readingId = useRef<string | null>(null)
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  useLongPress(scroller)
  const thread: Thread = useMemo(
    () => ({
      agentName,
      photoUrl,
      reviewsReplies,
      reviewChannel,
      userId,
      userName,
      isPrinting,
      session,
      draftKey,
      isClosed,
      box: scroller,
      onSent: toEnd,
      readingId,
    }),
    [
      agentName,
      photoUrl,
      reviewsReplies,
      reviewChannel,
      userId,
      userName,
      isPrinting,
      session,
      draftKey,
      isClosed,
      scroller,
      toEnd,
    ],
  )
  const groups = useMessageGroups(messages)
  const first = messages[0]
  const condensedId = firstCondensed(messages)
  return (
    <>
      {/* Only the first message of a chat has no parent. */}
      {first?.parentId && <OlderLoader oldest={first} box={scroller} onBeforeAdding={keepPlace} />}
      {groups.map(({ number, start, messages: members }) => (
        <Group
          key={number}
          messages={members}
          isFirst={start === 0}
          filledFrom={filledFrom - start}
          lastId={messages.at(-1)?.id}
          found={found}
          condensedId={condensedId}
          thread={thread}
        />
      ))}
    </>
  )
}

/** On a touch screen, a long press on a message opens its menu. */
function useLongPress(scroller: Thread['box']) {
  useEffect(() => {
    const box = scroller.current
    if (!box || !isTouch()) return
    const leaving = new AbortController()
    // Without it the menu's button still works.
    import('./long-press.ts').then((it) => it.watchLongPress(box, leaving.signal)).catch(() => undefined)
    return () => leaving.abort()
  }, [scroller])
}

type GroupProps = {
  messages: Message[]
  isFirst: boolean
  filledFrom: number
  lastId: string | undefined
  found: Found | undefined
  condensedId: string | undefined
  thread: Thread
}

/** The browser skips a whole group while it is far away; skipping 2,000 messages one by one would delay each key press. */
function Group({ messages, isFirst, filledFrom, lastId, found, condensedId, thread }: GroupProps) {
  const list = useRef<HTMLOListElement>(null)
  const isNear = useIsInViewport(list, thread.box)
  return (
    <ol ref={list} className={classes.list}>
      {messages.map((message, index) => (
        <MessageItem
          // The focus stays when another version of the message is shown.
          key={positionKeyOf(message, isFirst && index === 0)}
          message={message}
          thread={thread}
          isWatched={isNear}
          isLast={message.id === lastId}
          isFilled={index >= filledFrom}
          mark={message.id === found?.id ? found.mark : undefined}
          isFirstCondensed={message.id === condensedId}
        />
      ))}
    </ol>
  )
}

/** Messages drawn at first: about what a screen shows. An empty one in view is drawn in the next frame. */
const FIRST = 4
/** Messages added at a time, few enough not to block the page. */
const STEP = 8

/** Index of the first message to render now: the newest at once, older ones step by step with the main thread free between. */
function useProgressiveRender(messages: Message[]): number {
  const [oldestId, setOldestId] = useState(messages.at(-FIRST)?.id)
  const from = Math.max(
    0,
    messages.findIndex(({ id }) => id === oldestId),
  )
  useEffect(() => {
    if (from === 0) return
    const timer = setTimeout(() => setOldestId(messages[Math.max(0, from - STEP)]?.id))
    return () => clearTimeout(timer)
  }, [messages, from])
  return from
}
