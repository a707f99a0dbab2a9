import type { ReactNode } from 'react'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import classes from './table-filters.module.css'

type Props = {
  label: string
  placeholder: string
  table: { q: string; onSearch: (q: string) => void }
  children: ReactNode
  /** Accessible name of the landmark. */
  name?: string
}

/** Search field and filters above a table. */
export function TableFilters({ label, placeholder, table, children, name }: Props) {
  return (
    <search className={classes.filters} aria-label={name}>
      <div className={classes.search}>
        <SearchField label={label} placeholder={placeholder} text={table.q} onText={table.onSearch} />
      </div>
      {children}
    </search>
  )
}
