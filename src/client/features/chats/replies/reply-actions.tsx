import { IconRefresh } from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import classes from '#client/features/chats/messages/message-actions.module.css'
import { MessageButton } from '#client/features/chats/messages/message-button.tsx'
import type { TurnProps } from '#client/features/chats/messages/message-item.tsx'
import { MessageVersions } from '#client/features/chats/messages/message-versions.tsx'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import { copyRichText } from '#client/markdown/copy-markdown.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import type { Rating } from '#shared/contract/messages.ts'
import { RatingButtons } from './rating-buttons.tsx'
import { ReplyMenu } from './reply-menu.tsx'

const FeedbackPanel = lazy(() => import('./feedback-panel.tsx').then((it) => ({ default: it.FeedbackPanel })))

type Props = Pick<TurnProps, 'message' | 'scene'> & { text: string }

/** What can be done with a finished reply: the frequent at hand, the rare in a menu. */
export function ReplyActions({ message, text, scene }: Props) {
  const { session, isClosed } = scene
  const isWaiting = useChatState(session, isBusy)
  const { rate } = useMessageActions(message.chatId)
  // Of one version: another one takes its place without this being made anew.
  const [explained, setExplained] = useState<{ id: string; rating: Rating } | null>(null)
  const rating = explained?.id === message.id ? explained.rating : null
  const handleRate = async (next: Rating) => {
    setExplained(rating === next ? null : { id: message.id, rating: next })
    if (message.feedback?.rating === next) return
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
          {text !== '' && <CopyButton text={text} label="Copiar resposta" copy={copyRichText} />}
          {!isClosed && (
            <MessageButton
              label="Gerar outra resposta"
              Icon={IconRefresh}
              isDisabled={isWaiting}
              onPress={handleRegenerate}
            />
          )}
          {text !== '' && (
            <RatingButtons given={message.feedback?.rating} onRate={(next) => void handleRate(next)} />
          )}
          <ReplyMenu
            message={message}
            text={text}
            isWaiting={isWaiting}
            place={scene.place}
            agentName={scene.agentName}
          />
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
