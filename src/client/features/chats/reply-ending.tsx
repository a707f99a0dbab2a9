import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import { condensedText, endingText } from './chat-texts.ts'
import { keepFocusInChat } from './keep-focus.ts'
import classes from './message.module.css'
import { useChatState } from './use-chat-session.ts'

type Props = {
  message: Message
  session: ChatSession
  canRetry: boolean
  /** Actions on the finished text. */
  children: ReactNode
}

/** What stands under a reply that is over: how it ended, another try, and what can be done with it. */
export function ReplyEnding({ message, session, canRetry, children }: Props) {
  const isSending = useChatState(session, (state) => state.isSending)
  const ending = endingText(message)
  const condensed = condensedText(message)
  const isUnfinished = message.status !== 'done'
  const isFailure = isUnfinished && message.status !== 'stopped'
  return (
    <div className={classes.ending}>
      {ending && (
        <p className={classes.note} data-failure={isFailure || undefined}>
          {ending}
        </p>
      )}
      {condensed && <p className={classes.note}>{condensed}</p>}
      <div className={classes.actions}>
        {isUnfinished && canRetry && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            loading={isSending}
            onClick={(event) => {
              keepFocusInChat(event.currentTarget)
              void session.regenerate(message.id)
            }}
          >
            Tentar de novo
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
