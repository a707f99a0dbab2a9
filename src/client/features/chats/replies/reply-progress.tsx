import classes from '#client/features/chats/messages/message.module.css'
import { RECONNECTING } from '#client/features/chats/session/chat-texts.ts'
import { useIsSlow } from '#client/features/chats/session/use-running-reply.ts'

type Props = { hasText: boolean; isConnected: boolean }

/** That a reply is coming, and the truth when it takes its time or the connection is lost. */
export function ReplyProgress({ hasText, isConnected }: Props) {
  const isSlow = useIsSlow(!hasText)
  if (!isConnected) return <p className={classes.reconnecting}>{RECONNECTING}</p>
  if (hasText) return null
  return (
    <div role="status" className={classes.waiting}>
      <span className={classes.dots} role="img" aria-label="O agente está preparando a resposta">
        <i />
        <i />
        <i />
      </span>
      {isSlow && <p className={classes.slow}>O agente está demorando mais que o normal…</p>}
    </div>
  )
}
