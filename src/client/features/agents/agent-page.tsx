import { Button } from '@mantine/core'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { AgentName, shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { ChatCardsSkeleton } from '#client/entities/chats/chat-cards.tsx'
import { useDraftContext } from '#client/entities/chats/draft-context.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import stage from '#client/ui/photo/stage.module.css'
import text from '#client/ui/text/text.module.css'
import type { Agent } from '#shared/contract/agents.ts'
import type { ChatsPage } from '#shared/contract/chats.ts'
import classes from './agent.module.css'
import { agentQueries } from './agents.api.ts'
import { ConversationStarters } from './conversation-starters.tsx'
import { RecentChats } from './recent-chats.tsx'

const TopicPicker = lazy(() =>
  import('./draft-context-picker.tsx').then((it) => ({ default: it.TopicPicker })),
)

type Props = {
  agentId: string
  /** Storage key of the chat draft. */
  place: string
  chats: PagedQueryState<ChatsPage>
  /** Writes to the agent; shown unless it is closed. */
  composer: (agent: Agent) => ReactNode
}

export function AgentPage({ agentId, place, chats, composer }: Props) {
  const agent = useQuery(agentQueries.detail(agentId))
  const chosen = useDraftContext(place) ?? NO_ITEMS
  usePageTitle(agent.data?.name ?? 'Agente')
  if (agent.isPending) return <AgentSkeleton />
  if (agent.isError && !agent.data) {
    return <AgentFailure error={agent.error} onRetry={() => void agent.refetch()} />
  }
  const isOpen = agent.data.available && !agent.data.locked
  return (
    <Stack gap={32} className={classes.page}>
      <Link to="/app" activeOptions={{ exact: true }} className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Elenco
      </Link>
      {agent.data.isDraft && (
        <p className={callout.root} role="note">
          <strong>Rascunho.</strong> Só quem administra vê este agente e conversa com ele.
        </p>
      )}
      <Introduction agent={agent.data} composer={isOpen && composer(agent.data)} />
      <ConversationStarters agent={agent.data} chosen={chosen} />
      {isOpen && <Topic place={place} />}
      <RecentChats
        title="Suas conversas"
        chats={chats}
        hasAgent={false}
        empty={`Você e ${shortNameOf(agent.data.name)} ainda não conversaram. A primeira conversa aparece aqui.`}
      />
    </Stack>
  )
}

function Introduction({ agent, composer }: { agent: Agent; composer: ReactNode }) {
  return (
    <Stack as="header" gap={24} className={classes.introduction}>
      <div className={`${stage.stage} ${stage.lit} ${classes.stage}`}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={320} className={classes.portrait} />
      </div>
      <div className={classes.words}>
        {agent.labels.length > 0 && (
          <p className={classes.labels}>{agent.labels.map((label) => label.name).join(' · ')}</p>
        )}
        <h1>
          <AgentName name={agent.name} />
        </h1>
      </div>
      <div className={classes.body}>
        <p className={classes.description}>{agent.description}</p>
        {agent.messageWeight > 1 && (
          <p className={text.hint}>Cada resposta usa {agent.messageWeight} mensagens do seu plano.</p>
        )}
        {agent.available && agent.locked && (
          <Button
            size="lg"
            leftSection={<IconLock size={20} aria-hidden />}
            className={classes.start}
            onClick={() => planSheet.open({ why: 'agent', agent })}
          >
            Ver os planos
          </Button>
        )}
        {composer}
      </div>
    </Stack>
  )
}

/** Chooses the context of the next chat. */
function Topic({ place }: { place: string }) {
  return (
    <Stack as="section" aria-labelledby="topic" className={classes.topic}>
      <h2 id="topic">Sobre o que vamos falar?</h2>
      <p>O agente lê o que você escolher antes de escrever a primeira linha.</p>
      <Suspense fallback={<div className={classes.topicGap} />}>
        <TopicPicker place={place} label="Sobre o que vamos falar?" />
      </Suspense>
    </Stack>
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

function AgentSkeleton() {
  return (
    <Stack gap={48} className={classes.page} role="status" aria-label="Carregando o agente">
      <div className={classes.back} />
      <Stack gap={24} className={classes.introduction} aria-hidden>
        <div className={`${stage.stage} ${classes.stage} skeleton`}>
          <div className={classes.portrait} />
        </div>
        <div className={classes.words}>
          <div className={`${classes.titleGap} skeleton`} />
        </div>
        <div className={classes.body}>
          <div className={`${classes.textGap} skeleton`} />
        </div>
      </Stack>
      <ChatCardsSkeleton count={3} />
    </Stack>
  )
}
