import { Link } from '@tanstack/react-router'
import { formatRelative } from '#client/lib/text/format.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat-cards.module.css'
import { ChatMenu } from './chat-menu.tsx'
import { ChatStatusDot } from './chat-status-dot.tsx'

type Props = {
  chats: readonly Chat[]
  /** False on the agent's own page. */
  hasAgent?: boolean
  hasMenu?: boolean
}

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
            <Stack as="span" gap={4} className={classes.text}>
              <Row as="span" wrap={false} className={classes.title}>
                <span className={text.oneLine}>{chat.title}</span>
                <ChatStatusDot chat={chat} />
              </Row>
              <Row as="span" justify="between" wrap={false} className={text.small}>
                {hasAgent && <span className={text.oneLine}>{chat.agent.name}</span>}
                <time dateTime={chat.lastMessageAt} className={classes.time}>
                  {formatRelative(chat.lastMessageAt)}
                </time>
              </Row>
            </Stack>
          </Link>
          {hasMenu && (
            <ChatMenu
              chat={chat}
              label={`Opções de ${chat.title}`}
              className={`${iconButton.root} ${classes.menu}`}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

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
