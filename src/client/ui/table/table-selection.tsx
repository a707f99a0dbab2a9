import classes from './data-table.module.css'

/** Rows chosen for an action on all of them. */
export type TableSelection<Row> = {
  /** Accessible name of a row's checkbox, and of the one for all rows on the page. */
  labelOf: (row: Row) => string
  allLabel: string
  isChosen: (row: Row) => boolean
  isAllChosen: boolean
  onToggle: (row: Row) => void
  onToggleAll: () => void
}

type Props = { label: string; isChosen: boolean; onToggle: () => void }

export const SelectBox = ({ label, isChosen, onToggle }: Props) => (
  <label className={classes.select}>
    <input type="checkbox" aria-label={label} checked={isChosen} onChange={onToggle} />
  </label>
)
