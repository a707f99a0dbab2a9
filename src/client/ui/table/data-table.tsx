import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import classes from './data-table.module.css'
import { type DataTableColumn, DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'

type Props<Row> = {
  /** What the table shows, for whoever only hears it. */
  caption: string
  /** The first one names the row. */
  columns: readonly DataTableColumn<Row>[]
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Where the whole row leads; its first column is the link. */
  rowHref?: (row: Row) => string
  /** A column's `sort`, with `-` before it when the highest comes first. */
  sort?: string | undefined
  onSort?: (sort: string) => void
  isLoading?: boolean
  /** The rows shown are those of an earlier question. */
  isStale?: boolean
  /** Why there are no rows; null or undefined where nothing failed. */
  error?: unknown
  onRetry?: () => void
  /** What stands where there is nothing to show: a `StateMessage`. */
  empty: ReactNode
  hasMore?: boolean
  onMore?: () => void
  isLoadingMore?: boolean
}

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** Rows of one kind as a table; on a phone each is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, rowHref, sort, onSort, isLoading, isStale, error, onRetry } = props
  if (!rows && error) {
    return (
      <StateMessage
        tone="error"
        title="Não carregou"
        actions={onRetry && <Button onClick={onRetry}>Tentar de novo</Button>}
      >
        {errorText(error)}
      </StateMessage>
    )
  }
  if (rows?.length === 0 && !isStale) return props.empty
  const isWaiting = !rows || isLoading === true
  return (
    <div className={classes.root} aria-busy={isWaiting || isStale || undefined}>
      {isWaiting && (
        <p role="status" className="visually-hidden">
          Carregando: {caption}
        </p>
      )}
      <table className={classes.table} data-stale={isStale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <DataTableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody aria-hidden={isWaiting || undefined}>
          {isWaiting
            ? WAITING.map((row) => <WaitingRow key={row} columns={columns} />)
            : rows.map((row) => (
                <DataTableRow key={keyOf(row)} row={row} columns={columns} href={rowHref?.(row)} />
              ))}
        </tbody>
      </table>
      <More {...props} />
    </div>
  )
}

function WaitingRow<Row>({ columns }: { columns: readonly DataTableColumn<Row>[] }) {
  return (
    <tr className={classes.row}>
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

function More<Row>({ rows, error, hasMore, onMore, isLoadingMore = false }: Props<Row>) {
  if (!rows || !hasMore || !onMore) return null
  return (
    <Button variant="default" className={classes.more} loading={isLoadingMore} onClick={onMore}>
      {error && !isLoadingMore ? 'Não carregou. Tentar de novo' : 'Mostrar mais'}
    </Button>
  )
}
