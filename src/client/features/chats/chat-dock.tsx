import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { useVisibleHeight } from '#client/lib/use-visible-height.ts'
import classes from './chat-dock.module.css'
import type { ChatSession } from './chat-session.ts'
import { failureText } from './chat-texts.ts'
import { Composer } from './composer.tsx'
import { useChatState } from './use-chat-session.ts'

type Props = {
  session: ChatSession
  place: string
  agentName: string
  /** Why nothing can be written here. */
  closed: string | null
  isDemo: boolean
  onSend: (text: string) => void
}

/** The foot of a chat: the composer and what went wrong there, or why there is none. */
export function ChatDock({ session, place, agentName, closed, isDemo, onSend }: Props) {
  const failure = useChatState(session, (state) => state.failure)
  useVisibleHeight()
  return (
    <div className={classes.dock}>
      {failure && (
        <p role="alert" className={classes.failure}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          {failureText(failure)}
        </p>
      )}
      {closed ? (
        <p className={classes.closed}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          {closed}
        </p>
      ) : (
        <Composer session={session} place={place} agentName={agentName} onSend={onSend} />
      )}
      {isDemo && (
        <p className={classes.demo}>
          <strong>Modo demonstração</strong>
          <span>respostas de exemplo, sem IA</span>
        </p>
      )}
    </div>
  )
}
