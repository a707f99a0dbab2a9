import { IconPencilPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChatMenu } from '#client/entities/chats/chat-menu.tsx'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import { useRootMark } from '#client/lib/browser/use-root-mark.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { Agent } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat.module.css'

type Props = {
  agent: Agent
  /** Undefined while it loads, and for a new chat. */
  chat: Chat | undefined
  isNew: boolean
}

export function ChatHeader({ agent, chat, isNew }: Props) {
  const navigate = useNavigate()
  useRootMark('data-chat')
  return (
    <header className={`${classes.header} no-print`} data-bar="chat">
      <Row gap={16} justify="between" wrap={false} className={classes.headerInner}>
        <Link
          to="/app/$agentId"
          params={{ agentId: agent.id }}
          activeOptions={{ exact: true }}
          className={classes.who}
        >
          <Portrait photoUrl={agent.photoUrl} name={agent.name} size={40} className={classes.face} />
          <div className={classes.names}>
            <h1 className={`${text.oneLine} ${classes.name}`}>{agent.name}</h1>
            <p className={`${text.small} ${text.oneLine} ${classes.title}`}>
              {isNew ? 'Nova conversa' : chat?.title || '\u00a0'}
            </p>
          </div>
        </Link>
        <div className={classes.tools}>
          {!isNew && agent.available && !agent.locked && (
            <Link
              {...newChatLink(agent.id)}
              className={`${iconButton.root} ${classes.another}`}
              aria-label="Nova conversa"
              title="Nova conversa"
            >
              <IconPencilPlus size={20} stroke={1.75} aria-hidden />
              <span className={classes.anotherText}>Nova conversa</span>
            </Link>
          )}
          {chat && (
            <ChatMenu
              chat={chat}
              label="Opções da conversa"
              className={iconButton.root}
              onDeleted={() => void navigate({ to: '/app/$agentId', params: { agentId: agent.id } })}
            />
          )}
        </div>
      </Row>
    </header>
  )
}
