import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import { isBusy } from './chat-state.ts'
import { versionsOf } from './messages.ts'
import classes from './turn-actions.module.css'
import { TurnButton } from './turn-button.tsx'
import { useChatState } from './use-chat-session.ts'
import { useMessageActions } from './use-message-actions.ts'

/** Leads through the versions of a message, ‹2/3›; each brings the whole conversation that followed it. */
export function MessageVersions({ message, session }: { message: Message; session: ChatSession }) {
  const isWaiting = useChatState(session, isBusy)
  const [isChanging, setChanging] = useState(false)
  const { selectVersion } = useMessageActions(message.chatId)
  const versions = versionsOf(message)
  if (!versions) return null
  const { at, count, previousId, nextId } = versions
  const select = async (id: string | undefined) => {
    if (!id || isChanging) return
    setChanging(true)
    await selectVersion(id)
    setChanging(false)
  }
  return (
    <fieldset className={classes.versions} aria-label="Versões desta mensagem">
      <TurnButton
        label="Versão anterior"
        Icon={IconChevronLeft}
        isDisabled={isWaiting || !previousId}
        onPress={() => void select(previousId)}
      />
      <span role="status" className={classes.count}>
        <span aria-hidden>
          {at}/{count}
        </span>
        <span className="visually-hidden">{`Versão ${at} de ${count}`}</span>
      </span>
      <TurnButton
        label="Versão seguinte"
        Icon={IconChevronRight}
        isDisabled={isWaiting || !nextId}
        onPress={() => void select(nextId)}
      />
    </fieldset>
  )
}
