import { useMemo } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import classes from './message.module.css'
import { MessageTurn, type Scene } from './message-turn.tsx'
import { OlderLoader } from './older-loader.tsx'
import type { Follow } from './use-follow.ts'
import { useNewestFirst } from './use-newest-first.ts'

type Props = {
  agent: Agent
  messages: Message[]
  isClosed: boolean
  session: ChatSession
  follow: Follow
  /** Where this chat's draft is kept. */
  place: string
  /** The message that somebody was led to. */
  foundId: string | undefined
}

export function MessageList({ agent, messages, isClosed, session, follow, place, foundId }: Props) {
  const filledFrom = useNewestFirst(messages)
  const { name: agentName, photoUrl } = agent
  const { scroller, toEnd, keepPlace } = follow
  const scene: Scene = useMemo(
    () => ({ agentName, photoUrl, session, place, isClosed, box: scroller, onSent: toEnd }),
    [agentName, photoUrl, session, place, isClosed, scroller, toEnd],
  )
  const first = messages[0]
  const last = messages.at(-1)
  return (
    <>
      {/* The first message of a chat answers nothing, so one that does has others before it. */}
      {first?.parentId && <OlderLoader oldest={first} box={scroller} onBeforeAdding={keepPlace} />}
      <ol className={classes.list}>
        {messages.map((message, index) => (
          <MessageTurn
            // Versions of a message stand in the same place, where the focus stays as they change.
            key={message.parentId ?? (index === 0 ? 'first' : message.id)}
            message={message}
            scene={scene}
            isLast={message === last}
            isFilled={index >= filledFrom}
            isFound={message.id === foundId}
          />
        ))}
      </ol>
    </>
  )
}
