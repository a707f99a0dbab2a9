import { formatMoment } from '#client/lib/text/format.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './print.module.css'

type Props = {
  agent: Agent
  /** Undefined of a new chat. */
  chat: Chat | undefined
  userName: string
}

/** What stands above a chat on paper: what it is called, between whom it is, and when it was. */
export function PrintHeader({ agent, chat, userName }: Props) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{chat?.title || `Conversa com ${agent.name}`}</h1>
      <p>
        {userName} e {agent.name}
      </p>
      {chat && <p className={classes.when}>Começou em {formatMoment(chat.createdAt)}.</p>}
    </header>
  )
}
