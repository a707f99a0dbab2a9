import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { ReviewTabs } from '#client/entities/admin/review-tabs.tsx'
import { agentOptions } from '#client/entities/agents/agent-options.api.ts'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { FeedbackItem } from '#shared/contract/feedback.ts'
import { feedbackQueries } from './feedback.api.ts'
import { neighbourOf } from './feedback-cache.ts'
import { FeedbackDetailPanel } from './feedback-detail.tsx'
import { FeedbackList, WaitingList } from './feedback-list.tsx'
import classes from './feedback-page.module.css'
import { type FeedbackSearch, filterOf } from './feedback-search.ts'

const BESIDE = '(min-width: 64em)'

export function FeedbackPage({ search }: { search: FeedbackSearch }) {
  const filter = filterOf(search)
  const list = useInfiniteQuery({ ...feedbackQueries.list(filter), placeholderData: keepPreviousData })
  const items = list.data?.pages.flatMap((page) => page.items)
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false })
  const shown = search.message ?? (isBeside ? items?.[0]?.messageId : undefined)
  return (
    <AdminPage
      title="Avaliações"
      description="As respostas de que as pessoas não gostaram. De cada uma você lê um trecho da conversa: a resposta, a pergunta e até dois turnos antes. Fora disso, você lê só o que alguém denuncia e permite ler, ou entrando na conta com um motivo que a pessoa lê no perfil."
    >
      <ReviewTabs />
      <Filters search={search} isHidden={search.message !== undefined} />
      {list.isError && !list.data && <LoadError query={list} title="As avaliações não carregaram" />}
      {list.isPending && <WaitingList />}
      {items?.length === 0 && !shown && !list.isPlaceholderData && <Nothing search={search} />}
      {items && (items.length > 0 || shown) && (
        <div className={classes.desk} data-open={search.message ? true : undefined}>
          <FeedbackList
            list={list}
            items={items}
            search={search}
            shown={shown}
            isStale={list.isPlaceholderData}
          />
          {shown && <Opened shown={shown} items={items} search={search} />}
        </div>
      )}
    </AdminPage>
  )
}

type OpenedProps = { shown: string; items: readonly FeedbackItem[]; search: FeedbackSearch }

function Opened({ shown, items, search }: OpenedProps) {
  const navigate = useNavigate()
  const [moves, setMoves] = useState(0)
  const open = (message: string | undefined) =>
    void navigate({ to: '/app/admin/avaliacoes', search: { ...search, message }, replace: true })
  const handleUndone = (message: string) => {
    // The toast outlives the page.
    if (location.pathname.startsWith('/app/admin/avaliacoes')) open(message)
  }
  const handleReviewed = () => {
    // With all states listed the item stays, and so does the selection.
    if (search.state === 'all') return
    open(neighbourOf(items, shown))
    setMoves(moves + 1)
  }
  return (
    <FeedbackDetailPanel
      messageId={shown}
      known={items.find(({ messageId }) => messageId === shown)}
      moves={moves}
      backSearch={{ ...search, message: undefined }}
      onReviewed={handleReviewed}
      onUndone={handleUndone}
    />
  )
}

function Filters({ search, isHidden }: { search: FeedbackSearch; isHidden: boolean }) {
  const { q, change, onSearch } = useTableSearch(search)
  const agents = useQuery(agentOptions(search.agentId))
  return (
    <div className={classes.filters} data-hidden={isHidden || undefined}>
      <StateTabs search={search} />
      <search className={classes.narrowing} aria-label="Filtrar as avaliações">
        <SearchField
          label="Buscar nas avaliações"
          placeholder="Motivo, pessoa ou agente"
          text={q}
          onText={onSearch}
        />
        <FilterSelect
          label="Agente"
          all="Todos os agentes"
          options={agents.data ?? []}
          value={search.agentId}
          onChange={(agentId) => change({ agentId, message: undefined })}
        />
      </search>
    </div>
  )
}

const NOTHING = {
  open: [
    'Nada esperando por você',
    'Quando alguém não gostar de uma resposta, ela aparece aqui com o motivo e a conversa em volta.',
  ],
  done: ['Nenhuma avaliação resolvida', 'O que você marcar como resolvido fica guardado aqui.'],
  ignored: ['Nenhuma avaliação ignorada', 'O que você deixar de lado fica guardado aqui.'],
  all: [
    'Nenhuma avaliação ainda',
    'Quando alguém não gostar de uma resposta, ela aparece aqui com o motivo e a conversa em volta.',
  ],
} as const

function Nothing({ search }: { search: FeedbackSearch }) {
  const { change } = useTableSearch(search)
  if (search.q || search.agentId) {
    return (
      <StateMessage
        title="Nenhuma avaliação com esses filtros"
        actions={<Button onClick={() => change({ q: undefined, agentId: undefined })}>Limpar filtros</Button>}
      >
        Tente outra palavra, ou todos os agentes.
      </StateMessage>
    )
  }
  const [title, text] = NOTHING[search.state ?? 'open']
  return <StateMessage title={title}>{text}</StateMessage>
}

const STATES = [
  { state: 'open', label: 'Esperando' },
  { state: 'done', label: 'Resolvidas' },
  { state: 'ignored', label: 'Ignoradas' },
  { state: 'all', label: 'Todas' },
] as const

function StateTabs({ search }: { search: FeedbackSearch }) {
  const { state: shown = 'open', message: _message, ...rest } = search
  return (
    <Row as="nav" gap={4} wrap={false} aria-label="Situação" className={tabs.views}>
      {STATES.map(({ state, label }) => (
        <Link
          key={state}
          to="/app/admin/avaliacoes"
          search={{ ...rest, state }}
          replace
          resetScroll={false}
          className={`${tabs.option} ${classes.tab}`}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={state === shown ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </Row>
  )
}
