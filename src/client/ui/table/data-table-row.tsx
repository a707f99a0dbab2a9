import { Link } from '@tanstack/react-router'
import classes from './data-table.module.css'
import type { DataTableColumn } from './data-table-head.tsx'
import { SelectBox, type TableSelection } from './table-selection.tsx'

type Props<Row> = {
  row: Row
  columns: readonly DataTableColumn<Row>[]
  href: string | undefined
  selection: TableSelection<Row> | undefined
}

/** One row; with `href` the link of its first column covers all of it. */
export function DataTableRow<Row>({ row, columns, href, selection }: Props<Row>) {
  return (
    <tr className={classes.row} data-leads={href ? true : undefined}>
      {selection && (
        <td className={classes.cell} data-select>
          <SelectBox
            label={selection.labelOf(row)}
            isChosen={selection.isChosen(row)}
            onToggle={() => selection.onToggle(row)}
          />
        </td>
      )}
      {columns.map(({ key, header, cell, align, hideOnPhone, isActions }, index) => (
        <td
          key={key}
          className={classes.cell}
          data-name={index === 0 || undefined}
          data-label={index === 0 || isActions ? undefined : header}
          data-align={align}
          data-actions={isActions || undefined}
          data-wide-only={hideOnPhone || undefined}
        >
          {index === 0 && href ? (
            <Link to={href} className={classes.link}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}
