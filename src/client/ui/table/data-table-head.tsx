import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import classes from './data-table.module.css'
import { SelectBox, type TableSelection } from './table-selection.tsx'

export type DataTableColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The API's name of the sort order; absent if the column cannot be sorted. */
  sort?: string
  /** The first press sorts in descending order. */
  sortsDownFirst?: boolean
  /** CSS width of the table column. */
  width?: string
  align?: 'end'
  hideOnPhone?: boolean
  /** The heading is visually hidden. */
  isActions?: boolean
}

type Props<Row> = {
  columns: readonly DataTableColumn<Row>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  selection: TableSelection<Row> | undefined
}

const ARIA_SORT = { up: 'ascending', down: 'descending', none: undefined } as const
const ICONS = { up: IconArrowUp, down: IconArrowDown, none: IconArrowsSort } as const

function directionOf(sort: string | undefined, name: string): keyof typeof ICONS {
  if (sort === name) return 'up'
  return sort === `-${name}` ? 'down' : 'none'
}

/** Column headings; sortable ones are buttons, on a phone in a row above the cards. */
export function DataTableHead<Row>({ columns, sort, onSort, selection }: Props<Row>) {
  return (
    <thead className={classes.head}>
      <tr>
        {selection && (
          <th scope="col" className={classes.header} data-select>
            <SelectBox
              label={selection.allLabel}
              isChosen={selection.isAllChosen}
              onToggle={selection.onToggleAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const direction = column.sort ? directionOf(sort, column.sort) : 'none'
          const sorts = Boolean(column.sort && onSort)
          return (
            <th
              key={column.key}
              scope="col"
              className={classes.header}
              style={{ '--width': column.width } as CSSProperties}
              data-align={column.align}
              data-sorts={sorts || undefined}
              aria-sort={ARIA_SORT[direction]}
            >
              {sorts ? (
                <SortButton column={column} direction={direction} onSort={onSort} />
              ) : (
                <span className={column.isActions ? 'visually-hidden' : undefined}>{column.header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type SortProps<Row> = {
  column: DataTableColumn<Row>
  direction: keyof typeof ICONS
  onSort: Props<Row>['onSort']
}

function SortButton<Row>({ column, direction, onSort }: SortProps<Row>) {
  const Icon = ICONS[direction]
  const { sort = '', sortsDownFirst = false } = column
  const isDown = direction === 'none' ? sortsDownFirst : direction === 'up'
  return (
    <button
      type="button"
      className={classes.sort}
      data-active={direction === 'none' ? undefined : true}
      onClick={() => onSort?.(isDown ? `-${sort}` : sort)}
    >
      {column.header}
      <Icon size={16} stroke={2} aria-hidden />
    </button>
  )
}
