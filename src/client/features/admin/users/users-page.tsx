import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconShieldLock } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { costText } from '#client/entities/admin/cost-text.ts'
import { InReais } from '#client/entities/admin/exchange-rate.tsx'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { formatCount, formatDate } from '#client/lib/text/format-figures.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { ActionStatus } from './action-status.tsx'
import { type RenderMail, SelectionBar } from './selection-bar.tsx'
import { useUsersSelection } from './use-users-selection.ts'
import { UserName, UserStatus } from './user-badges.tsx'
import { fetchUsersFile, userQueries } from './users.api.ts'
import { UsersFilters } from './users-filters.tsx'
import type { UsersSearch } from './users-search.ts'

const COLUMNS: readonly DataTableColumn<AdminUser>[] = [
  { key: 'name', header: 'Nome', sort: 'name', cell: (user) => <UserName user={user} /> },
  {
    key: 'plan',
    header: 'Plano',
    width: '96px',
    cell: ({ activeSubscription }) => activeSubscription?.plan.displayName ?? 'Sem plano',
  },
  { key: 'status', header: 'Situação', width: '120px', cell: (user) => <UserStatus {...user} /> },
  {
    key: 'messages',
    header: 'Mensagens',
    width: '116px',
    align: 'end',
    sort: 'messages',
    sortsDownFirst: true,
    cell: ({ messagesThisMonth }) => formatCount(messagesThisMonth),
  },
  {
    key: 'cost',
    header: 'Custo',
    width: '96px',
    align: 'end',
    sort: 'cost',
    sortsDownFirst: true,
    cell: ({ costThisMonth }) => (
      <span>
        {costText(costThisMonth)}
        <InReais usd={costThisMonth.usd} />
      </span>
    ),
  },
  {
    key: 'seen',
    header: 'Última visita',
    width: '120px',
    sort: 'lastSeenAt',
    sortsDownFirst: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment iso={lastSeenAt} /> : 'Nunca entrou'),
  },
  {
    key: 'created',
    header: 'Criada em',
    width: '108px',
    sort: 'createdAt',
    sortsDownFirst: true,
    hideOnPhone: true,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
]

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatMoment(iso)}>
      {Date.now() - Date.parse(iso) < WEEK_MS ? formatRelative(iso) : formatDate(iso)}
    </time>
  )
}

type Props = {
  search: UsersSearch
  ownId: string | undefined
  /** Parts of the page that are features of their own. */
  segments: ReactNode
  mailStatus: ReactNode
  renderMail: RenderMail
}

export function UsersPage({ search, ownId, segments, mailStatus, renderMail }: Props) {
  const table = useTableSearch(search)
  const plans = useQuery(userQueries.plans())
  const list = useInfiniteQuery({ ...userQueries.list(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.items)
  const selection = useUsersSelection(search, rows ?? [], ownId)
  return (
    <AdminPage
      title="Pessoas"
      description="Mensagens e custo são deste mês."
      actions={<Actions search={search} />}
    >
      <ActionStatus />
      {mailStatus}
      {segments}
      <UsersFilters search={search} table={table} plans={plans} />
      <p role="status" className="visually-hidden">
        {table.isNarrowed && rows && !list.isPlaceholderData && countText(rows.length, list.hasNextPage)}
      </p>
      <DataTable
        caption="Contas de usuários"
        columns={COLUMNS}
        list={list}
        keyOf={({ id }) => id}
        rowHref={({ id }) => `/app/admin/users/${id}/edit`}
        sort={search.sort ?? '-createdAt'}
        onSort={table.onSort}
        selection={selection.table}
        empty={
          <StateMessage
            title="Ninguém por aqui"
            actions={
              <Button variant="default" onClick={table.onClear}>
                Ver todas as contas
              </Button>
            }
          >
            Nenhuma conta combina com o que você procura. Tente só um pedaço do nome, do e-mail ou do
            telefone.
          </StateMessage>
        }
      />
      <SelectionBar
        search={search}
        selection={selection}
        hasMore={list.hasNextPage}
        renderMail={renderMail}
      />
    </AdminPage>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${count} contas`
  return count === 1 ? '1 conta' : `${count} contas`
}

function Actions({ search }: { search: UsersSearch }) {
  const download = useMutation({
    mutationFn: () => fetchUsersFile(search),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <>
      <LinkButton
        to="/app/admin/users/seguranca"
        variant="default"
        leftSection={<IconShieldLock size={20} aria-hidden />}
      >
        Segurança
      </LinkButton>
      <Button
        variant="default"
        loading={download.isPending}
        onClick={() => download.mutate()}
        leftSection={<IconDownload size={20} aria-hidden />}
      >
        Baixar CSV
      </Button>
      <LinkButton to="/app/admin/users/new" leftSection={<IconPlus size={20} aria-hidden />}>
        Adicionar pessoas
      </LinkButton>
    </>
  )
}
