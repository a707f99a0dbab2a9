import {
  IconRefresh,
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import classes from '#client/features/chats/messages/message-actions.module.css'
import { MessageButton } from '#client/features/chats/messages/message-button.tsx'
import type { MessageProps } from '#client/features/chats/messages/message-props.ts'
import { MessageVersions } from '#client/features/chats/messages/message-versions.tsx'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import { copyRichText } from '#client/markdown/copy-markdown.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import type { Rating } from '#shared/contract/messages.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { ReplyMenu } from './reply-menu.tsx'

const FeedbackPanel = lazy(() => import('./feedback-panel.tsx').then((it) => ({ default: it.FeedbackPanel })))

type Props = Pick<MessageProps, 'message' | 'thread'> & {
  text: string
  /** False where a larger button beside offers the same. */
  canRegenerate: boolean
}

/** Actions on a finished reply; the rare ones are in a menu. */
export function ReplyActions({ message, text, thread, canRegenerate }: Props) {
  const { session, isClosed } = thread
  const isWaiting = useChatState(session, isBusy)
  const { rate } = useMessageActions(message.chatId)
  // With the id: this component is reused when another version of the reply is shown.
  const [explained, setExplained] = useState<{ id: string; rating: Rating } | null>(null)
  const given = message.feedback?.rating
  const rating = explained?.id === message.id ? explained.rating : null
  const handleRate = async (next: Rating) => {
    setExplained(rating === next ? null : { id: message.id, rating: next })
    if (given === next) return
    if (!(await rate(message, { rating: next }))) setExplained(null)
  }
  const handleRegenerate = (event: MouseEvent<HTMLButtonElement>) => {
    focusMessages(event.currentTarget)
    void session.regenerate(message.id)
  }
  return (
    <>
      <div className={classes.row}>
        <div className={classes.quiet}>
          {text !== '' && (
            <CopyButton
              text={withFootnotes(text, message.citations)}
              label="Copiar resposta"
              copy={copyRichText}
            />
          )}
          {!isClosed && canRegenerate && (
            <MessageButton
              label="Gerar outra resposta"
              Icon={IconRefresh}
              isDisabled={isWaiting}
              onPress={handleRegenerate}
            />
          )}
          {text !== '' && (
            <>
              <MessageButton
                label="Boa resposta"
                Icon={given === 'up' ? IconThumbUpFilled : IconThumbUp}
                isPressed={given === 'up'}
                onPress={() => void handleRate('up')}
              />
              <MessageButton
                label="Resposta ruim"
                Icon={given === 'down' ? IconThumbDownFilled : IconThumbDown}
                isPressed={given === 'down'}
                onPress={() => void handleRate('down')}
              />
            </>
          )}
          <ReplyMenu message={message} text={text} thread={thread} isWaiting={isWaiting} />
        </div>
        <MessageVersions message={message} session={session} />
      </div>
      {rating && (
        <Suspense fallback={null}>
          <FeedbackPanel key={rating} message={message} rating={rating} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </>
  )
}
