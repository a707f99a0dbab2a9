import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AgentCard } from '#client/entities/agents/agent-card.tsx'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import type { HomeFilter } from './agent-filters.tsx'
import { agentQueries } from './agents.api.ts'
import classes from './home.module.css'

const FIRST_SCREEN = 8
const PLACEHOLDERS = Array.from({ length: FIRST_SCREEN }, (_, index) => `placeholder-${index}`)

type Props = { filter: HomeFilter; onFilter: (filter: HomeFilter) => void }

export function AgentGallery({ filter, onFilter }: Props) {
  const gallery = useInfiniteQuery({
    ...agentQueries.list({ q: filter.q, labelId: filter.etiqueta }),
    // The old list stays, dimmed, while a new filter loads.
    placeholderData: keepPreviousData,
  })
  if (gallery.isPending) return <GallerySkeleton />
  if (gallery.isError && !gallery.data) {
    return (
      <StateMessage
        tone="error"
        title="O elenco não apareceu"
        actions={<Button onClick={() => void gallery.refetch()}>Tentar de novo</Button>}
      >
        {errorText(gallery.error)}
      </StateMessage>
    )
  }
  const agents = gallery.data.pages.flatMap((page) => page.items)
  if (agents.length === 0) {
    return <NoAgents filter={filter} onFilter={onFilter} onRetry={() => void gallery.refetch()} />
  }
  return (
    <>
      <ul className={classes.gallery} data-stale={gallery.isPlaceholderData || undefined}>
        {agents.map((agent, index) => (
          <li key={agent.id}>
            <AgentCard
              agent={agent}
              isLazy={index >= FIRST_SCREEN}
              onLock={() => planSheet.open({ why: 'agent', agent })}
            />
          </li>
        ))}
      </ul>
      <LoadMoreButton list={gallery}>Mostrar mais agentes</LoadMoreButton>
    </>
  )
}

function NoAgents({ filter, onFilter, onRetry }: Props & { onRetry: () => void }) {
  if (!filter.q && !filter.etiqueta) {
    return (
      <StateMessage
        title="O palco ainda está vazio"
        actions={<Button onClick={onRetry}>Procurar de novo</Button>}
      >
        Nenhum agente foi publicado ainda. Enquanto isso, conte o que você vende em Personalização: quando
        eles chegarem, já sabem.
      </StateMessage>
    )
  }
  return (
    <StateMessage
      title="Ninguém com esse papel"
      actions={<Button onClick={() => onFilter({})}>Ver o elenco todo</Button>}
    >
      Nenhum agente combina com a busca{filter.q && ` “${filter.q}”`}. Tente outra palavra ou tire o filtro.
    </StateMessage>
  )
}

function GallerySkeleton() {
  return (
    <div className={classes.gallery} role="status" aria-label="Carregando os agentes">
      {PLACEHOLDERS.map((key) => (
        <div key={key} aria-hidden>
          <div className={`${classes.portraitGap} skeleton`} />
          <div className={`${classes.lineGap} skeleton`} />
          <div className={`${classes.lineGap} skeleton`} />
        </div>
      ))}
    </div>
  )
}
