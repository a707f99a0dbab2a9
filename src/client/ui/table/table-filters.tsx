import type { ReactNode } from 'react'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import classes from './table-filters.module.css'

type Props = {
  /** What the search field is called, and what it looks at. */
  label: string
  placeholder: string
  table: { q: string; onSearch: (q: string) => void }
  /** What narrows the table further. */
  children: ReactNode
  /** What the whole is called where a screen has several. */
  name?: string
}

/** Over an administrators' table: looks while somebody types, and narrows by what stands beside. */
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
