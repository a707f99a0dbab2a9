import { Button } from '@mantine/core'
import { IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import classes from '#client/features/chats/messages/message.module.css'
import type { MessageProps } from '#client/features/chats/messages/message-props.ts'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { CONDENSED_TEXT, canContinue, endingText } from '#client/features/chats/session/chat-texts.ts'
import { useChatState, useLiveReply } from '#client/features/chats/session/use-chat-session.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { ReplyActions } from './reply-actions.tsx'

type Props = MessageProps & { text: string }

/** Below a finished reply: how it ended, continue or retry, and its actions. */
export function ReplyFooter({ message, text, thread, isLast, isNear, isFirstCondensed }: Props) {
  const { session, isClosed } = thread
  const isWaiting = useChatState(session, isBusy)
  const isSending = useChatState(session, (state) => state.isSending)
  const ending = endingText(message)
  const isUnfinished = message.status !== 'done'
  const isFailure = isUnfinished && message.status !== 'stopped'
  // A reply that is being stopped still runs on the server.
  const isOver = useLiveReply(session, message.id) === null
  const canGoOn = isLast && !isClosed && isOver
  const canRetry = canGoOn && isUnfinished
  const press =
    (begin: (messageId: string) => Promise<boolean>) => (event: MouseEvent<HTMLButtonElement>) => {
      focusMessages(event.currentTarget)
      void begin(message.id)
    }
  return (
    <Stack className={classes.ending}>
      {ending && (
        <p className={classes.note} data-failure={isFailure || undefined}>
          {ending}
        </p>
      )}
      {isFirstCondensed && <p className={classes.note}>{CONDENSED_TEXT}</p>}
      {canGoOn && (canRetry || canContinue(message)) && (
        <Row className="no-print">
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
          {canRetry && (
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
        </Row>
      )}
      <div className={`${classes.actions} no-print`} data-last={isLast || undefined}>
        {isNear && isOver && (
          <ReplyActions message={message} text={text} thread={thread} canRegenerate={!canRetry} />
        )}
      </div>
    </Stack>
  )
}
