import { selectOptions } from '#client/lib/forms/select-options.ts'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TableFilters } from '#client/ui/table/table-filters.tsx'
import type { useTableSearch } from '#client/ui/table/use-table-search.ts'
import { PROVIDERS, STATES, typeOption } from './webhook-texts.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

type Props = {
  search: WebhooksSearch
  table: ReturnType<typeof useTableSearch<WebhooksSearch>>
  types: readonly string[]
}

export function WebhooksFilters({ search, table, types }: Props) {
  const { change } = table
  const { type } = search
  // A link may name a type that is not among the recent ones.
  const all = type === undefined || types.includes(type) ? types : [type, ...types]
  return (
    <TableFilters
      label="Buscar eventos"
      placeholder="Começo do e-mail ou de um código"
      table={table}
      name="Filtrar os eventos"
    >
      <FilterSelect
        label="Situação"
        all="Todas"
        options={selectOptions(STATES)}
        value={search.state}
        onChange={(state) => change({ state: state as WebhooksSearch['state'] })}
      />
      <FilterSelect
        label="Provedor"
        all="Todos"
        options={selectOptions({ hubla: PROVIDERS.hubla.name, stripe: PROVIDERS.stripe.name })}
        value={search.provider}
        onChange={(provider) => change({ provider: provider as WebhooksSearch['provider'] })}
      />
      <FilterSelect
        label="Tipo"
        all="Todos os tipos"
        options={all.map(typeOption)}
        value={type}
        onChange={(value) => change({ type: value })}
      />
    </TableFilters>
  )
}
