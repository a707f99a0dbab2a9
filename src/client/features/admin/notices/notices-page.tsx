import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TableFilters } from '#client/ui/table/table-filters.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { AdminNotice } from '#shared/contract/notices.ts'
import { NoticeActions } from './notice-actions.tsx'
import { formatPeriod } from './notice-period.ts'
import { formatDismissals, STATE_LABELS, TONE_LABELS } from './notice-texts.ts'
import { adminNoticeQueries } from './notices.api.ts'
import classes from './notices-page.module.css'
import type { NoticesSearch } from './notices-search.ts'

const COLUMNS: readonly DataTableColumn<AdminNotice>[] = [
  { key: 'content', header: 'Aviso', cell: (notice) => <Words notice={notice} /> },
  {
    key: 'state',
    header: 'Situação',
    width: '128px',
    cell: ({ state }) => (
      <span className={classes.sign} data-state={state}>
        {STATE_LABELS[state]}
      </span>
    ),
  },
  { key: 'period', header: 'Quando', width: '240px', cell: (notice) => formatPeriod(notice) },
  {
    key: 'plan',
    header: 'Para quem',
    width: '120px',
    cell: ({ plan }) => (plan ? `Plano ${plan.displayName}` : 'Todo mundo'),
  },
  {
    key: 'actions',
    header: 'Ações',
    width: '60px',
    isActions: true,
    cell: (notice) => <NoticeActions notice={notice} />,
  },
]

function Words({ notice }: { notice: AdminNotice }) {
  const { content, tone, linkLabel, dismissalCount, state } = notice
  const facts = [
    TONE_LABELS[tone],
    ...(linkLabel ? [`leva a “${linkLabel}”`] : []),
    ...(state === 'scheduled' ? [] : [formatDismissals(dismissalCount).toLowerCase()]),
  ]
  return (
    <Stack as="span" gap={4} className={classes.words}>
      <span className={classes.content}>{content}</span>
      <span className={classes.facts}>{facts.join(' · ')}</span>
    </Stack>
  )
}

const newLink = (
  <LinkButton to="/app/admin/avisos/new" leftSection={<IconPlus size={20} aria-hidden />}>
    Novo aviso
  </LinkButton>
)

const STATES = selectOptions(STATE_LABELS)

export function NoticesPage({ search }: { search: NoticesSearch }) {
  const table = useTableSearch(search)
  const list = useInfiniteQuery({ ...adminNoticeQueries.list(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.items)
  const isEmpty = rows?.length === 0 && !table.isNarrowed && !list.isPlaceholderData
  return (
    <AdminPage
      title="Avisos"
      description="Recados que aparecem no alto da página, até cada pessoa dispensar. Horários de São Paulo."
      actions={!isEmpty && newLink}
    >
      {!isEmpty && (
        <TableFilters label="Buscar avisos" placeholder="Um pedaço do texto" table={table}>
          <FilterSelect
            label="Situação"
            all="Todas as situações"
            options={STATES}
            value={search.state}
            onChange={(state) => table.change({ state: state as NoticesSearch['state'] })}
          />
        </TableFilters>
      )}
      <DataTable
        caption="Avisos"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        rowHref={({ id }) => `/app/admin/avisos/${id}/edit`}
        empty={table.isNarrowed ? <NothingFound onClear={table.onClear} /> : <NothingYet />}
      />
    </AdminPage>
  )
}

function NothingYet() {
  return (
    <StateMessage title="Nada a anunciar" actions={newLink}>
      Manutenção marcada, agente novo no elenco, turma que abre na segunda: escreva uma vez, escolha para quem
      e até quando.
    </StateMessage>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <StateMessage
      title="Nenhum aviso assim"
      actions={
        <Button variant="default" onClick={onClear}>
          Ver todos os avisos
        </Button>
      }
    >
      Nada combina com o que você procura. Tente só um pedaço do texto.
    </StateMessage>
  )
}
