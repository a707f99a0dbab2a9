import { memo, type RefObject, useRef } from 'react'
import { ReplyMessage } from '#client/features/chats/replies/reply-message.tsx'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import type { Message } from '#shared/contract/messages.ts'
import { HumanMessage } from './human-message.tsx'
import classes from './message.module.css'
import { useIsInViewport } from './use-in-viewport.ts'

/** What is the same for all turns of a chat, and changes on the screen no more than on the way to paper. */
export type Scene = {
  agentName: string
  photoUrl: string | null
  userName: string
  /** Everything is drawn, with who said it and when. */
  isPrinting: boolean
  session: ChatSession
  box: RefObject<HTMLElement | null>
  /** Where what is written in this chat is kept until it is stored. */
  place: string
  /** Nothing can be written to the agent. */
  isClosed: boolean
  /** After something was sent from within the messages. */
  onSent: () => void
}

type Props = {
  message: Message
  scene: Scene
  /** What it is among is near, so that it may be itself. */
  isWatched: boolean
  isLast: boolean
  /** Whether its turn to be drawn has come; what is near is drawn in any case. */
  isFilled: boolean
  /** Somebody was led here. */
  isFound: boolean
}

/** One message's place in the chat, empty until it is needed. Its actions are in the page only while it is near. */
export const MessageItem = memo(function MessageTurn(props: Props) {
  const { message, scene, isWatched, isLast, isFilled, isFound } = props
  const item = useRef<HTMLLIElement>(null)
  const isNear = useIsInViewport(item, scene.box, isWatched)
  const wasDrawn = useRef(false)
  wasDrawn.current ||= isFilled || isNear || isFound || scene.isPrinting
  const turn = { message, scene, isLast, isNear: isNear || isLast }
  return (
    <li
      ref={item}
      className={classes.turn}
      data-sender={message.sender}
      data-message={message.id}
      data-found={isFound || undefined}
    >
      {wasDrawn.current &&
        (message.sender === 'human' ? <HumanMessage {...turn} /> : <ReplyMessage {...turn} />)}
    </li>
  )
})

export type TurnProps = { message: Message; scene: Scene; isLast: boolean; isNear: boolean }
