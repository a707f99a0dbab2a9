import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AgentName, shortNameOf } from '#client/components/agent-name.tsx'
import { ChatSection } from '#client/components/chat-section.tsx'
import { LinkButton } from '#client/components/link-button.tsx'
import { Portrait } from '#client/components/portrait.tsx'
import { StateMessage } from '#client/components/state-message.tsx'
import { ApiError } from '#client/lib/http.ts'
import type { PagedQueryState } from '#client/lib/query-state.ts'
import { errorText } from '#client/lib/texts.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { ChatsPage } from '#shared/contract/chats.ts'
import classes from './agent.module.css'
import { AgentInvitation } from './agent-invitation.tsx'
import { AgentSkeleton } from './agent-skeleton.tsx'
import { agentQueries } from './agents.api.ts'

type Props = {
  agentId: string
  /** This person's conversations with the agent. */
  chats: PagedQueryState<ChatsPage>
}

export function AgentPage({ agentId, chats }: Props) {
  const agent = useQuery(agentQueries.detail(agentId))
  useDocumentTitle(`${agent.data?.name ?? 'Agente'} · Elenco`)
  if (agent.isPending) return <AgentSkeleton />
  if (agent.isError && !agent.data) {
    return <AgentFailure error={agent.error} onRetry={() => void agent.refetch()} />
  }
  return (
    <div className={classes.page}>
      <Link to="/app" className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Elenco
      </Link>
      <Introduction agent={agent.data} />
      <AgentInvitation agent={agent.data} />
      <ChatSection
        title="Suas conversas"
        chats={chats}
        hasAgent={false}
        empty={`Você e ${shortNameOf(agent.data.name)} ainda não conversaram. A primeira conversa aparece aqui.`}
      />
    </div>
  )
}

function Introduction({ agent }: { agent: Agent }) {
  return (
    <header className={classes.introduction}>
      <div className={classes.stage}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={320} className={classes.portrait} />
      </div>
      <div className={classes.words}>
        {agent.labels.length > 0 && (
          <p className={classes.labels}>{agent.labels.map((label) => label.name).join(' · ')}</p>
        )}
        <h1>
          <AgentName name={agent.name} />
        </h1>
        <p className={classes.description}>{agent.description}</p>
        {agent.available && !agent.locked && (
          <LinkButton
            to="/app/$agentId/chat"
            params={{ agentId: agent.id }}
            size="lg"
            className={classes.start}
          >
            Começar conversa
          </LinkButton>
        )}
      </div>
    </header>
  )
}

function AgentFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isGone) {
    return (
      <StateMessage
        isPage
        title="Este agente saiu de cena"
        actions={<LinkButton to="/app">Ver o elenco</LinkButton>}
      >
        O endereço não leva a nenhum agente publicado. Escolha outro no elenco.
      </StateMessage>
    )
  }
  return (
    <StateMessage
      isPage
      tone="error"
      title="Não deu para chamar o agente"
      actions={
        <>
          <Button onClick={onRetry}>Tentar de novo</Button>
          <LinkButton to="/app" variant="default">
            Ver o elenco
          </LinkButton>
        </>
      }
    >
      {errorText(error)}
    </StateMessage>
  )
}
