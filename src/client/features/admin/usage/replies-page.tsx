import { Button } from '@mantine/core'
import { IconThumbDown, IconThumbUp, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { agentOptions } from '#client/entities/agents/agent-options.api.ts'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { UsageReply } from '#shared/contract/usage.ts'
import { DayField } from './day-field.tsx'
import classes from './replies-page.module.css'
import { Cause, FirstToken, None, Person, ReplyCost, Tokens, When, Written } from './reply-cells.tsx'
import { modelText, PROVIDERS, STATUSES } from './reply-texts.ts'
import { usageQueries } from './usage.api.ts'
import type { RepliesSearch } from './usage-search.ts'

export function RepliesPage({ search }: { search: RepliesSearch }) {
  const table = useTableSearch(search)
  const list = useInfiniteQuery({ ...usageQueries.replies(search), placeholderData: keepPreviousData })
  return (
    <AdminPage
      title="Respostas"
      description="O que está por trás dos números do painel, sem o texto das conversas. O custo é pelos preços do dia de cada uma."
      actions={
        <LinkButton to="/app/admin" variant="default">
          Voltar ao painel
        </LinkButton>
      }
    >
      <Filters search={search} table={table} />
      <div className={classes.list}>
        <DataTable
          caption="Respostas, da mais nova para a mais antiga"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={<Nothing isNarrowed={table.isNarrowed} onClear={table.onClear} />}
        />
      </div>
    </AdminPage>
  )
}

const COLUMNS = [
  { key: 'when', header: 'Quando', cell: (reply: UsageReply) => <When reply={reply} /> },
  { key: 'agent', header: 'Agente', cell: ({ agent }: UsageReply) => <AgentName name={agent.name} /> },
  { key: 'person', header: 'Pessoa', cell: (reply: UsageReply) => <Person reply={reply} /> },
  { key: 'status', header: 'Como terminou', cell: (reply: UsageReply) => <Cause reply={reply} /> },
  { key: 'model', header: 'Modelo', cell: (reply: UsageReply) => <Written reply={reply} /> },
  {
    key: 'tokens',
    header: 'Tokens',
    align: 'end' as const,
    cell: (reply: UsageReply) => <Tokens reply={reply} />,
  },
  {
    key: 'cost',
    header: 'Custo',
    align: 'end' as const,
    cell: (reply: UsageReply) => <ReplyCost reply={reply} />,
  },
  {
    key: 'wait',
    header: 'Espera',
    align: 'end' as const,
    cell: (reply: UsageReply) => <FirstToken reply={reply} />,
  },
  { key: 'rating', header: 'Avaliação', cell: (reply: UsageReply) => <Thumb reply={reply} /> },
]

function Thumb({ reply: { rating, id } }: { reply: UsageReply }) {
  if (rating === null) return <None>não avaliada</None>
  if (rating === 'up') {
    return (
      <span className={classes.thumb}>
        <IconThumbUp size={18} aria-hidden /> Gostou
      </span>
    )
  }
  return (
    <Link to="/app/admin/avaliacoes" search={{ state: 'all', message: id }} className={classes.thumb}>
      <IconThumbDown size={18} aria-hidden /> Não gostou
    </Link>
  )
}

type FiltersProps = { search: RepliesSearch; table: ReturnType<typeof useTableSearch<RepliesSearch>> }

function Filters({ search, table }: FiltersProps) {
  const agents = useQuery(agentOptions(search.agentId))
  const { change } = table
  return (
    <Row as="search" gap={12} align="end" className={classes.filters} aria-label="Filtrar as respostas">
      <FilterSelect
        label="Como terminou"
        all="Tudo"
        options={selectOptions(STATUSES)}
        value={search.status}
        onChange={(status) => change({ status: status as RepliesSearch['status'] })}
      />
      <FilterSelect
        label="Agente"
        all="Todos"
        options={agents.data ?? []}
        value={search.agentId}
        onChange={(agentId) => change({ agentId })}
      />
      <FilterSelect
        label="Avaliação"
        all="Com ou sem"
        options={[
          { value: 'up', label: 'Gostou' },
          { value: 'down', label: 'Não gostou' },
        ]}
        value={search.rating}
        onChange={(rating) => change({ rating: rating as RepliesSearch['rating'] })}
      />
      <DayField label="De" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="Até" value={search.to} onChange={(to) => change({ to })} />
      <ChosenModel search={search} onClear={() => change({ provider: undefined, model: undefined })} />
      {table.isNarrowed && (
        <button type="button" className={classes.clear} onClick={table.onClear}>
          Limpar filtros
        </button>
      )}
    </Row>
  )
}

function ChosenModel({ search, onClear }: { search: RepliesSearch; onClear: () => void }) {
  const { provider, model } = search
  if (provider === undefined && model === undefined) return null
  const text = provider ? modelText(provider, model ?? '') : (model ?? '')
  const words = provider && model === undefined ? PROVIDERS[provider] : text || 'Modelo não anotado'
  return (
    <button type="button" className={classes.chip} onClick={onClear}>
      <span className="visually-hidden">Tirar o filtro: </span>
      {words}
      <IconX size={16} aria-hidden />
    </button>
  )
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return (
      <StateMessage
        title="Nenhuma resposta ainda"
        actions={
          <LinkButton to="/app/admin/agents" variant="default">
            Ver os agentes
          </LinkButton>
        }
      >
        Assim que um agente responder a alguém, a resposta aparece nesta lista.
      </StateMessage>
    )
  }
  return (
    <StateMessage
      title="Nenhuma resposta com esses filtros"
      actions={<Button onClick={onClear}>Limpar filtros</Button>}
    >
      Alargue as datas ou tire um dos filtros.
    </StateMessage>
  )
}
