import type { ReactNode } from 'react'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import classes from './data-table.module.css'
import { type DataTableColumn, DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import type { TableSelection } from './table-selection.tsx'

type Paged<Row> = PagedQueryState<{ items: Row[] }> & { isPlaceholderData: boolean }

type Props<Row> = {
  caption: string
  /** The first one is the row's name and link. */
  columns: readonly DataTableColumn<Row>[]
  rows?: readonly Row[] | undefined
  /** A paged query in place of `rows`. */
  list?: Paged<Row>
  keyOf: (row: Row) => string
  rowHref?: (row: Row) => string
  /** A column's `sort`, with `-` before it for descending. */
  sort?: string | undefined
  onSort?: (sort: string) => void
  selection?: TableSelection<Row>
  empty: ReactNode
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** A table; on a phone each row is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, list, keyOf, rowHref, sort, onSort, selection, empty } = props
  const rows = list ? list.data?.pages.flatMap((page) => page.items) : props.rows
  const isStale = list?.isPlaceholderData
  if (!rows && list?.error) return <LoadError query={list} />
  if (rows?.length === 0 && !isStale) return empty
  const isWaiting = !rows
  return (
    <div className={classes.root} aria-busy={isWaiting || isStale || undefined}>
      {isWaiting && (
        <p role="status" className="visually-hidden">
          Carregando: {caption}
        </p>
      )}
      <table className={classes.table} data-stale={isStale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <DataTableHead columns={columns} sort={sort} onSort={onSort} selection={selection} />
        <tbody aria-hidden={isWaiting || undefined}>
          {isWaiting
            ? SKELETON_ROWS.map((row) => (
                <WaitingRow key={row} columns={columns} selects={selection !== undefined} />
              ))
            : rows.map((row) => (
                <DataTableRow
                  key={keyOf(row)}
                  row={row}
                  columns={columns}
                  href={rowHref?.(row)}
                  selection={selection}
                />
              ))}
        </tbody>
      </table>
      {list && <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>}
    </div>
  )
}

type WaitingProps<Row> = { columns: readonly DataTableColumn<Row>[]; selects: boolean }

function WaitingRow<Row>({ columns, selects }: WaitingProps<Row>) {
  return (
    <tr className={classes.row}>
      {selects && <td className={classes.cell} data-select />}
      {columns.map(({ key, hideOnPhone, isActions }) => (
        <td
          key={key}
          className={classes.cell}
          data-actions={isActions || undefined}
          data-wide-only={hideOnPhone || undefined}
        >
          <span className={`${classes.gap} skeleton`} />
        </td>
      ))}
    </tr>
  )
}
