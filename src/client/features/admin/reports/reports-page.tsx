import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { ReviewTabs } from '#client/entities/admin/review-tabs.tsx'
import { agentOptions } from '#client/entities/agents/agent-options.api.ts'
import { REPORT_KIND_TEXTS } from '#client/entities/reports/report-texts.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import { REPORT_KINDS } from '#shared/report-kinds.ts'
import { ReportCard } from './report-card.tsx'
import { adminReportQueries } from './reports-admin.api.ts'
import classes from './reports-page.module.css'
import { filterOf, type ReportsSearch } from './reports-search.ts'

export function ReportsPage({ search }: { search: ReportsSearch }) {
  const list = useInfiniteQuery({
    ...adminReportQueries.list(filterOf(search)),
    placeholderData: keepPreviousData,
  })
  const reports = list.data?.pages.flatMap((page) => page.items)
  return (
    <AdminPage
      title="Denúncias"
      description="As respostas que as pessoas denunciaram, sem o nome delas. O texto só abre quando a pessoa autorizou, e cada leitura fica no registro."
    >
      <ReviewTabs />
      <Filters search={search} />
      {list.isError && !reports && <LoadError query={list} title="As denúncias não carregaram" />}
      {list.isPending && <Skeletons label="Carregando as denúncias" heights={[176, 176]} gap={16} />}
      {reports?.length === 0 && !list.isPlaceholderData && <Nothing search={search} />}
      {reports && reports.length > 0 && (
        <Stack
          as="ul"
          gap={16}
          aria-label="Denúncias"
          aria-busy={list.isPlaceholderData}
          className={classes.list}
          data-stale={list.isPlaceholderData || undefined}
        >
          {reports.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
        </Stack>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </AdminPage>
  )
}

const KINDS = REPORT_KINDS.map((value) => ({ value, label: REPORT_KIND_TEXTS[value] }))

function Filters({ search }: { search: ReportsSearch }) {
  const { change } = useTableSearch(search)
  const agents = useQuery(agentOptions(search.agentId))
  return (
    <div className={classes.filters}>
      <StateTabs search={search} />
      <search className={classes.narrowing} aria-label="Filtrar as denúncias">
        <FilterSelect
          label="Motivo"
          all="Todos os motivos"
          options={KINDS}
          value={search.kind}
          onChange={(kind) => change({ kind: REPORT_KINDS.find((it) => it === kind) })}
        />
        <FilterSelect
          label="Agente"
          all="Todos os agentes"
          options={agents.data ?? []}
          value={search.agentId}
          onChange={(agentId) => change({ agentId })}
        />
      </search>
    </div>
  )
}

const NOTHING = {
  open: [
    'Nenhuma denúncia aberta',
    'Quando alguém denunciar uma resposta, ela aparece aqui com o motivo, o agente e o modelo.',
  ],
  resolved: ['Nenhuma denúncia resolvida', 'As que você responder como resolvidas ficam aqui.'],
  dismissed: ['Nenhuma sem providência', 'As que você responder sem mudar nada ficam aqui.'],
  all: [
    'Nenhuma denúncia ainda',
    'Quando alguém denunciar uma resposta, ela aparece aqui com o motivo, o agente e o modelo.',
  ],
} as const

function Nothing({ search }: { search: ReportsSearch }) {
  const { change } = useTableSearch(search)
  if (search.kind || search.agentId) {
    return (
      <StateMessage
        title="Nenhuma denúncia com esses filtros"
        actions={
          <Button onClick={() => change({ kind: undefined, agentId: undefined })}>Limpar filtros</Button>
        }
      >
        Tente outro motivo, ou todos os agentes.
      </StateMessage>
    )
  }
  const [title, words] = NOTHING[search.state ?? 'open']
  return <StateMessage title={title}>{words}</StateMessage>
}

const STATES = [
  { state: 'open', label: 'Abertas' },
  { state: 'resolved', label: 'Resolvidas' },
  { state: 'dismissed', label: 'Sem providência' },
  { state: 'all', label: 'Todas' },
] as const

function StateTabs({ search }: { search: ReportsSearch }) {
  const { state: shown = 'open', ...rest } = search
  return (
    <Row as="nav" gap={4} wrap={false} aria-label="Situação" className={tabs.views}>
      {STATES.map(({ state, label }) => (
        <Link
          key={state}
          to="/app/admin/denuncias"
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
