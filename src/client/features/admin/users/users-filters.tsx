import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { formatDate } from '#client/lib/text/format-figures.ts'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TableFilters } from '#client/ui/table/table-filters.tsx'
import type { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { ROLE_LABELS, STATUS_LABELS } from './user-texts.ts'
import classes from './users-page.module.css'
import type { UsersSearch } from './users-search.ts'

type Props = {
  search: UsersSearch
  table: ReturnType<typeof useTableSearch<UsersSearch>>
  plans: QueryState<AdminPlan[]>
}

export function UsersFilters({ search, table, plans }: Props) {
  const { change } = table
  return (
    <TableFilters label="Buscar usuários" placeholder="Nome, e-mail ou telefone" table={table}>
      <FilterSelect
        label="Papel"
        all="Todos"
        options={selectOptions(ROLE_LABELS)}
        value={search.role}
        onChange={(role) => change({ role: role as UsersSearch['role'] })}
      />
      <FilterSelect
        label="Plano"
        all="Todos"
        options={(plans.data ?? []).map((plan) => ({ value: plan.id, label: planOptions(plan) }))}
        value={search.planId}
        onChange={(planId) => change({ planId })}
      />
      <FilterSelect
        label="Situação"
        all="Todas"
        options={selectOptions(STATUS_LABELS)}
        value={search.status}
        onChange={(status) => change({ status: status as UsersSearch['status'] })}
      />
      <Since
        label="Criadas desde"
        day={search.createdSince}
        onClear={() => change({ createdSince: undefined })}
      />
      <Since
        label="Escreveram desde"
        day={search.activeSince}
        onClear={() => change({ activeSince: undefined })}
      />
    </TableFilters>
  )
}

function Since({ label, day, onClear }: { label: string; day: string | undefined; onClear: () => void }) {
  if (!day) return null
  const text = `${label} ${formatDate(`${day}T12:00:00`)}`
  return (
    <Button
      variant="light"
      className={classes.since}
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`Tirar o filtro: ${text}`}
      onClick={onClear}
    >
      {text}
    </Button>
  )
}
