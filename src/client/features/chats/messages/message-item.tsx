import { memo, useRef } from 'react'
import { ReplyMessage } from '#client/features/chats/replies/reply-message.tsx'
import { HumanMessage } from './human-message.tsx'
import classes from './message.module.css'
import type { MessageProps } from './message-props.ts'
import { useIsInViewport } from './use-in-viewport.ts'

type Props = Omit<MessageProps, 'isNear'> & {
  /** The parent group is near the viewport. */
  isWatched: boolean
  /** Progressive rendering has reached it. */
  isFilled: boolean
  /** The reader jumped to it. */
  isFound: boolean
}

/** One message, empty until it is near the viewport or `isFilled`; its actions are rendered only while it is near. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, thread, isWatched, isLast, isFilled, isFound } = props
  const item = useRef<HTMLLIElement>(null)
  const isNear = useIsInViewport(item, thread.box, isWatched)
  const wasDrawn = useRef(false)
  wasDrawn.current ||= isFilled || isNear || isFound || thread.isPrinting
  const messageProps = { message, thread, isLast, isNear: isNear || isLast }
  return (
    <li
      ref={item}
      className={classes.turn}
      data-sender={message.sender}
      data-message={message.id}
      data-found={isFound || undefined}
    >
      {wasDrawn.current &&
        (message.sender === 'human' ? (
          <HumanMessage {...messageProps} />
        ) : (
          <ReplyMessage {...messageProps} />
        ))}
    </li>
  )
})
