import { IconRefresh } from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { copyRichText } from '#client/components/copy-markdown.ts'
import type { Rating } from '#shared/contract/messages.ts'
import { isBusy } from './chat-state.ts'
import { keepFocusInChat } from './keep-focus.ts'
import type { TurnProps } from './message-turn.tsx'
import { MessageVersions } from './message-versions.tsx'
import { RatingButtons } from './rating-buttons.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import classes from './turn-actions.module.css'
import { TurnButton } from './turn-button.tsx'
import { useChatState } from './use-chat-session.ts'
import { useMessageActions } from './use-message-actions.ts'

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
    keepFocusInChat(event.currentTarget)
    void session.regenerate(message.id)
  }
  return (
    <>
      <div className={classes.row}>
        <div className={classes.quiet}>
          {text !== '' && <CopyButton text={text} label="Copiar resposta" copy={copyRichText} />}
          {!isClosed && (
            <TurnButton
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
