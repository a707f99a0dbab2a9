import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat-status-dot.module.css'

/** Shows that a reply is running, or that a finished one is unread. */
export function ChatStatusDot({ chat }: { chat: Pick<Chat, 'isRunning' | 'isUnread'> }) {
  if (chat.isRunning) {
    return (
      <span className={classes.running}>
        <span className="visually-hidden">, respondendo agora</span>
      </span>
    )
  }
  if (!chat.isUnread) return null
  return (
    <span className={classes.unread}>
      <span className="visually-hidden">, resposta nova</span>
    </span>
  )
}
