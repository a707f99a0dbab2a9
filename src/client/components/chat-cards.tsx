import { Link } from '@tanstack/react-router'
import { formatRelative } from '#client/lib/format.ts'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat-cards.module.css'
import { Portrait } from './portrait.tsx'

type Props = {
  chats: readonly Chat[]
  /** On an agent's own page the face and name would only repeat the page. */
  hasAgent?: boolean
}

/** Conversations to go back to, newest first. */
export function ChatCards({ chats, hasAgent = true }: Props) {
  return (
    <ul className={classes.list}>
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link
            to="/app/$agentId/$chatId"
            params={{ agentId: chat.agentId, chatId: chat.id }}
            className={classes.card}
          >
            {hasAgent && (
              <Portrait
                photoUrl={chat.agent.photoUrl}
                name={chat.agent.name}
                size={48}
                className={classes.face}
              />
            )}
            <span className={classes.text}>
              <span className={classes.title}>{chat.title}</span>
              <span className={classes.meta}>
                {hasAgent && <span className={classes.agent}>{chat.agent.name}</span>}
                <time dateTime={chat.updatedAt}>{formatRelative(chat.updatedAt)}</time>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The same list before its answer is there. */
export function ChatCardsSkeleton({ count }: { count: number }) {
  return (
    <div className={classes.list} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity and never move.
        <div key={index} className={`${classes.card} skeleton`} />
      ))}
    </div>
  )
}
