import { IconMessageForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { ContextChips } from '#client/entities/business/context-chips.tsx'
import { itemsOf } from '#client/entities/business/context-items.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './chat-origin.module.css'

type Props = {
  origin: NonNullable<Chat['origin']>
  /** The agent of this chat. */
  agentName: string
}

/** Above a chat that continues another agent's reply: its origin and the context it took along. */
export function ChatOrigin({ origin, agentName }: Props) {
  const came = itemsOf(origin.context)
  const [from, to] = [shortNameOf(origin.agentName), shortNameOf(agentName)]
  return (
    <aside aria-label="De onde esta conversa vem" className={classes.origin}>
      <IconMessageForward size={22} stroke={1.75} aria-hidden className={classes.icon} />
      <Stack gap={4}>
        <p className={classes.title}>Continuação da conversa com {from}</p>
        <p>
          {to} recebe a resposta de {from} e a pergunta que a provocou, como contexto. O resto daquela
          conversa não veio junto.
        </p>
        {came.length > 0 && (
          <Row>
            <p>Também veio o que estava indicado lá:</p>
            <ContextChips label="O que veio junto" items={came} />
          </Row>
        )}
        <Link
          to="/app/$agentId/$chatId"
          params={{ agentId: origin.agentId, chatId: origin.chatId }}
          search={{ mensagem: origin.messageId }}
          className={classes.link}
        >
          Ver a resposta de {from}
        </Link>
      </Stack>
    </aside>
  )
}
