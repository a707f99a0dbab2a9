import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { isBusy } from '#client/features/chats/session/chat-state.ts'
import { versionsOf } from '#client/features/chats/session/message-updates.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useMessageActions } from '#client/features/chats/session/use-message-actions.ts'
import text from '#client/ui/text/text.module.css'
import type { Message } from '#shared/contract/messages.ts'
import classes from './message-actions.module.css'
import { MessageButton } from './message-button.tsx'

/** Switches between the versions of a message, ‹2/3›; each brings the conversation that followed it. */
export function MessageVersions({ message, session }: { message: Message; session: ChatSession }) {
  const isWaiting = useChatState(session, isBusy)
  const change = useMutation({ mutationFn: useMessageActions(message.chatId).selectVersion })
  const versions = versionsOf(message)
  if (!versions) return null
  const { at, count, previousId, nextId } = versions
  const select = (id: string | undefined) => id && !change.isPending && change.mutate(id)
  return (
    <fieldset className={classes.versions} aria-label="Versões desta mensagem">
      <MessageButton
        label="Versão anterior"
        Icon={IconChevronLeft}
        isDisabled={isWaiting || !previousId}
        onPress={() => select(previousId)}
      />
      <span role="status" className={`${text.small} ${text.figures} ${classes.count}`}>
        <span aria-hidden>
          {at}/{count}
        </span>
        <span className="visually-hidden">{`Versão ${at} de ${count}`}</span>
      </span>
      <MessageButton
        label="Versão seguinte"
        Icon={IconChevronRight}
        isDisabled={isWaiting || !nextId}
        onPress={() => select(nextId)}
      />
    </fieldset>
  )
}
