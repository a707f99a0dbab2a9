import { memo, useRef } from 'react'
import { ReplyMessage } from '#client/features/chats/replies/reply-message.tsx'
import { MarkedWords, type MarkWords } from '#client/ui/text/marked-text.tsx'
import { HumanMessage } from './human-message.tsx'
import classes from './message.module.css'
import type { MessageProps } from './message-props.ts'
import { useIsInViewport } from './use-in-viewport.ts'

type Props = Omit<MessageProps, 'isNear'> & {
  /** The parent group is near the viewport. */
  isWatched: boolean
  /** Progressive rendering has reached it. */
  isFilled: boolean
  /** The reader jumped to it: marks the words of the search, or null without a search. */
  mark: MarkWords | undefined
}

/** One message, empty until it is near the viewport or `isFilled`; its actions are rendered only while it is near. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, thread, isWatched, isLast, isFilled, mark, isFirstCondensed } = props
  const item = useRef<HTMLLIElement>(null)
  const isNear = useIsInViewport(item, thread.box, isWatched)
  const wasDrawn = useRef(false)
  wasDrawn.current ||= isFilled || isNear || mark !== undefined || thread.isPrinting
  const messageProps = { message, thread, isLast, isNear: isNear || isLast, isFirstCondensed }
  return (
    <li
      ref={item}
      className={classes.turn}
      data-sender={message.sender}
      data-message={message.id}
      // The words are marked, or else the whole message.
      data-found={mark === null || undefined}
    >
      <MarkedWords value={mark ?? null}>
        {wasDrawn.current &&
          (message.sender === 'human' ? (
            <HumanMessage {...messageProps} />
          ) : (
            <ReplyMessage {...messageProps} />
          ))}
      </MarkedWords>
    </li>
  )
})
