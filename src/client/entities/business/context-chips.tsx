import { useQuery } from '@tanstack/react-query'
import { assetQueries } from './assets.api.ts'
import { ContextChip } from './context-chip.tsx'
import classes from './context-chips.module.css'
import { type AssetItem, type ContextItem, contextItemKey, isAsset } from './context-items.ts'

type Props = {
  label: string
  items: readonly ContextItem[]
  onRemove?: ((item: ContextItem) => void) | undefined
}

/** The context of the next message. */
export function ContextChips({ label, items, onRemove }: Props) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {items.map((item) => (
        <li key={contextItemKey(item)}>
          {item.name === '' && isAsset(item) ? (
            <UnnamedChip item={item} onRemove={onRemove} />
          ) : (
            <ContextChip item={item} onRemove={onRemove && (() => onRemove(item))} />
          )}
        </li>
      ))}
    </ul>
  )
}

type UnnamedProps = { item: AssetItem; onRemove: Props['onRemove'] }

/** A chat that continues another one knows only the ids of its context. */
function UnnamedChip({ item, onRemove }: UnnamedProps) {
  const { data: name = '' } = useQuery(assetQueries.name(item))
  return <ContextChip item={{ ...item, name }} onRemove={onRemove && (() => onRemove(item))} />
}
