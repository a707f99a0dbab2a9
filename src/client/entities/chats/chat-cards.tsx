import { Link } from '@tanstack/react-router'
import { formatRelative } from '#client/lib/text/format.ts'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat-cards.module.css'
import { ChatMenu } from './chat-menu.tsx'
import { ChatStatusDot } from './chat-status-dot.tsx'

type Props = {
  chats: readonly Chat[]
  /** On an agent's own page the face and name would only repeat the page. */
  hasAgent?: boolean
  /** What can be done with each of them is offered here, too. */
  hasMenu?: boolean
}

/** Conversations to go back to, newest first. */
export function ChatCards({ chats, hasAgent = true, hasMenu = false }: Props) {
  return (
    <ul className={classes.list}>
      {chats.map((chat) => (
        <li key={chat.id} className={classes.item}>
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
              <span className={classes.title}>
                <span className={classes.words}>{chat.title}</span>
                <ChatStatusDot chat={chat} />
              </span>
              <span className={classes.meta}>
                {hasAgent && <span className={classes.agent}>{chat.agent.name}</span>}
                <time dateTime={chat.lastMessageAt}>{formatRelative(chat.lastMessageAt)}</time>
              </span>
            </span>
          </Link>
          {hasMenu && <ChatMenu chat={chat} label={`Opções de ${chat.title}`} className={classes.menu} />}
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
