import { useQuery } from '@tanstack/react-query'
import { assetQueries } from './assets.api.ts'
import { ContextChip } from './context-chip.tsx'
import classes from './context-chips.module.css'
import { type ContextItem, contextItemKey } from './context-items.ts'

type Props = {
  label: string
  items: readonly ContextItem[]
  /** Without it they can't be removed. */
  onRemove?: ((item: ContextItem) => void) | undefined
}

/** What the next message is grounded on. */
export function ContextChips({ label, items, onRemove }: Props) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {items.map((item) => (
        <li key={contextItemKey(item)}>
          {item.name === '' ? (
            <UnnamedChip item={item} onRemove={onRemove} />
          ) : (
            <ContextChip item={item} onRemove={onRemove && (() => onRemove(item))} />
          )}
        </li>
      ))}
    </ul>
  )
}

type UnnamedProps = { item: ContextItem; onRemove: Props['onRemove'] }

/** A chat that goes on from another knows what it stands on by its id alone. */
function UnnamedChip({ item, onRemove }: UnnamedProps) {
  const { data: name = '' } = useQuery(assetQueries.name(item))
  return <ContextChip item={{ ...item, name }} onRemove={onRemove && (() => onRemove(item))} />
}
