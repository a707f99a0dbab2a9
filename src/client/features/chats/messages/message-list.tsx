import { useMemo, useRef } from 'react'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import classes from './message.module.css'
import { positionKeyOf, useMessageGroups } from './message-groups.ts'
import { MessageItem, type Scene } from './message-item.tsx'
import { OlderLoader } from './older-loader.tsx'
import { useIsInViewport } from './use-in-viewport.ts'
import { useProgressiveRender } from './use-progressive-render.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'

type Props = {
  agent: Agent
  userName: string
  isPrinting: boolean
  messages: Message[]
  isClosed: boolean
  session: ChatSession
  follow: StickToBottom
  /** Where this chat's draft is kept. */
  place: string
  /** The message that somebody was led to. */
  foundId: string | undefined
}

export function MessageList({ agent, userName, isPrinting, messages, foundId, ...props }: Props) {
  const { isClosed, session, follow, place } = props
  const filledFrom = useProgressiveRender(messages)
  const { name: agentName, photoUrl } = agent
  const { scroller, toEnd, keepPlace } = follow
  const scene: Scene = useMemo(
    () => ({
      agentName,
      photoUrl,
      userName,
      isPrinting,
      session,
      place,
      isClosed,
      box: scroller,
      onSent: toEnd,
    }),
    [agentName, photoUrl, userName, isPrinting, session, place, isClosed, scroller, toEnd],
  )
  const groups = useMessageGroups(messages)
  const first = messages[0]
  const last = messages.at(-1)
  return (
    <>
      {/* The first message of a chat answers nothing, so one that does has others before it. */}
      {first?.parentId && <OlderLoader oldest={first} box={scroller} onBeforeAdding={keepPlace} />}
      {groups.map(({ number, start, messages: turns }) => (
        <TurnGroup
          key={number}
          turns={turns}
          isFirst={start === 0}
          filledFrom={filledFrom - start}
          lastId={last?.id}
          foundId={foundId}
          scene={scene}
        />
      ))}
    </>
  )
}

type GroupProps = {
  turns: Message[]
  /** The chat's first message is among them. */
  isFirst: boolean
  /** From which of them on they are to be drawn. */
  filledFrom: number
  lastId: string | undefined
  foundId: string | undefined
  scene: Scene
}

/** What the browser leaves out as a whole while it is far: of two thousand turns each by itself would cost a key its time. */
function TurnGroup({ turns, isFirst, filledFrom, lastId, foundId, scene }: GroupProps) {
  const list = useRef<HTMLOListElement>(null)
  const isNear = useIsInViewport(list, scene.box)
  return (
    <ol ref={list} className={classes.list}>
      {turns.map((message, index) => (
        <MessageItem
          // Versions of a message stand in the same place, where the focus stays as they change.
          key={positionKeyOf(message, isFirst && index === 0)}
          message={message}
          scene={scene}
          isWatched={isNear}
          isLast={message.id === lastId}
          isFilled={index >= filledFrom}
          isFound={message.id === foundId}
        />
      ))}
    </ol>
  )
}
