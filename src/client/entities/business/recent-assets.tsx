import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { KIND_ICONS, KIND_NAMES } from './asset-kinds.ts'
import { assetQueries } from './assets.api.ts'
import { type ContextItem, contextItemKey, hasItem, withItem, withoutItem } from './context-items.ts'
import { NoAssets } from './no-assets.tsx'
import classes from './recent-assets.module.css'

const AssetPicker = lazy(() => import('./context-picker.tsx').then((it) => ({ default: it.ContextPicker })))

const COUNT = 6

type Props = {
  label: string
  chosen: readonly ContextItem[]
  onChange: (items: readonly ContextItem[]) => void
}

/** Toggles for the assets changed last, and a button that opens all assets. */
export function RecentAssets({ label, chosen, onChange }: Props) {
  const [isPicking, setPicking] = useState(false)
  // Without documents, which would crowd out the other kinds.
  const others = useInfiniteQuery({
    ...assetQueries.list({ limit: COUNT, without: 'document' }),
    staleTime: 0,
  })
  const hasOthers = others.data?.pages[0]?.items.length !== 0
  const all = useInfiniteQuery({ ...assetQueries.list({ limit: COUNT }), staleTime: 0, enabled: !hasOthers })
  const list = hasOthers ? others : all
  const recent = list.data?.pages[0]?.items ?? []
  // Chosen assets are always listed, so that they can be removed.
  const items = [...recent, ...chosen.filter((item) => !hasItem(recent, item))]
  if (items.length === 0 && list.isFetching) return <div className={classes.gap} />
  if (list.isSuccess && items.length === 0) return <NoAssets />
  const handleToggle = (item: ContextItem) =>
    onChange(hasItem(chosen, item) ? withoutItem(chosen, item) : (withItem(chosen, item) ?? chosen))
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser wraps the content of a flex fieldset. */}
      <div role="group" aria-label={label} className={classes.chips}>
        {items.map(({ kind, id, name }) => {
          const Icon = KIND_ICONS[kind]
          return (
            <button
              key={contextItemKey({ kind, id })}
              type="button"
              className={classes.chip}
              aria-pressed={hasItem(chosen, { kind, id, name })}
              title={`${KIND_NAMES[kind]}: ${name}`}
              onClick={() => handleToggle({ kind, id, name })}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              <span>{name || KIND_NAMES[kind]}</span>
            </button>
          )
        })}
        <button type="button" className={classes.more} onClick={() => setPicking(true)}>
          mais…
        </button>
      </div>
      {isPicking && (
        <Suspense>
          <AssetPicker chosen={chosen} onChange={onChange} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  )
}
