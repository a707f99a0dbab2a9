import { Button } from '@mantine/core'
import { IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import classes from '#client/features/chats/messages/message.module.css'
import type { TurnProps } from '#client/features/chats/messages/message-item.tsx'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { canContinue, condensedText, endingText } from '#client/features/chats/session/chat-texts.ts'
import { useChatState, useLiveReply } from '#client/features/chats/session/use-chat-session.ts'
import { ReplyActions } from './reply-actions.tsx'

type Props = TurnProps & {
  /** What stands on the screen of it. */
  text: string
}

/** What stands under a reply that is over: how it ended, ways to go on, and what can be done with it. */
export function ReplyFooter({ message, text, scene, isLast, isNear }: Props) {
  const { session, isClosed } = scene
  const isWaiting = useChatState(session, isBusy)
  const isSending = useChatState(session, (state) => state.isSending)
  const ending = endingText(message)
  const condensed = condensedText(message)
  const isUnfinished = message.status !== 'done'
  const isFailure = isUnfinished && message.status !== 'stopped'
  // While it is being stopped, it is not over for the server.
  const isOver = useLiveReply(session, message.id) === null
  const canGoOn = isLast && !isClosed && isOver
  const press =
    (begin: (messageId: string) => Promise<boolean>) => (event: MouseEvent<HTMLButtonElement>) => {
      focusMessages(event.currentTarget)
      void begin(message.id)
    }
  return (
    <div className={classes.ending}>
      {ending && (
        <p className={classes.note} data-failure={isFailure || undefined}>
          {ending}
        </p>
      )}
      {condensed && <p className={classes.note}>{condensed}</p>}
      {canGoOn && (isUnfinished || canContinue(message)) && (
        <div className={classes.choices}>
          {canContinue(message) && (
            <Button
              variant="default"
              leftSection={<IconPlayerTrackNext size={18} stroke={1.75} aria-hidden />}
              disabled={isWaiting && !isSending}
              loading={isSending}
              onClick={press((id) => session.continueReply(id))}
            >
              Continuar
            </Button>
          )}
          {isUnfinished && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              disabled={isWaiting && !isSending}
              loading={isSending}
              onClick={press((id) => session.regenerate(id))}
            >
              Tentar de novo
            </Button>
          )}
        </div>
      )}
      <div className={classes.actions} data-last={isLast || undefined}>
        {isNear && isOver && <ReplyActions message={message} text={text} scene={scene} />}
      </div>
    </div>
  )
}
