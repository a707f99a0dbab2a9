import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TableFilters } from '#client/ui/table/table-filters.tsx'
import type { useTableSearch } from '#client/ui/table/use-table-search.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#shared/audit-actions.ts'
import { auditQueries } from './audit.api.ts'
import classes from './audit.module.css'
import type { AuditSearch } from './audit-search.ts'

const ENTITIES = selectOptions({ user: 'Contas', ...AUDIT_ENTITIES })
const ACTIONS = selectOptions(AUDIT_ACTIONS)

type Props = { search: AuditSearch; table: ReturnType<typeof useTableSearch<AuditSearch>> }

export function AuditFilters({ search, table }: Props) {
  const { change } = table
  const people = useQuery(auditQueries.administrators())
  const known = (people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const { actorId } = search
  // A link may name an actor who is no longer an administrator.
  const isUnknown = actorId !== undefined && !known.some(({ value }) => value === actorId)
  return (
    <TableFilters label="Buscar na auditoria" placeholder="Quem, a quem ou o quê" table={table}>
      <FilterSelect
        label="Assunto"
        all="Todos os assuntos"
        options={ENTITIES}
        value={search.entity}
        onChange={(entity) => change({ entity: entity as AuditSearch['entity'] })}
      />
      <FilterSelect
        label="Ação"
        all="Todas as ações"
        options={ACTIONS}
        value={search.action}
        onChange={(action) => change({ action: action as AuditSearch['action'] })}
      />
      <FilterSelect
        label="Quem fez"
        all="Qualquer pessoa"
        options={isUnknown ? [...known, { value: actorId, label: 'Outra pessoa' }] : known}
        value={actorId}
        onChange={(value) => change({ actorId: value })}
      />
      <Day label="De" day={search.from} max={search.to} onChange={(from) => change({ from })} />
      <Day label="Até" day={search.to} min={search.from} onChange={(to) => change({ to })} />
    </TableFilters>
  )
}

type DayProps = {
  label: string
  day: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, day, min, max, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      size="md"
      className={classes.day}
      data-active={day === undefined ? undefined : true}
      min={min}
      max={max}
      value={day ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
