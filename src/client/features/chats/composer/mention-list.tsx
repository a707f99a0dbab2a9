import { type RefObject, useEffect, useId, useState } from 'react'
import { type ContextItem, contextItemKey, hasItem } from '#client/entities/business/context-items.ts'
import { NoAssets } from '#client/entities/business/no-assets.tsx'
import { useAssetSearch } from '#client/entities/business/use-asset-search.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { AssetSummary } from '#shared/contract/assets.ts'
import type { Mention } from './mention.ts'
import classes from './mention-list.module.css'
import { keepFocus, MentionOption } from './mention-option.tsx'
import { useListboxKeys, useListboxOf } from './use-listbox.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  mention: Mention
  chosen: readonly ContextItem[]
  onPick: (item: ContextItem) => void
  onClose: () => void
}

/** What an `@` can stand for, above the field, which keeps the focus and the keys. */
export function MentionList({ field, mention: { query }, chosen, onPick, onClose }: Props) {
  const listId = useId()
  const search = useAssetSearch(query)
  const { items, isEmpty, isPending } = search
  const [active, setActive] = useState({ query: '', index: 0 })
  const at = active.query === query ? Math.min(active.index, items.length - 1) : 0
  const hasBlank = /\s/.test(query)
  // Somebody who goes on writing after an `@` that finds nothing is not looking for anything.
  const isQuiet = items.length === 0 && hasBlank
  const activeId = items[at] && optionId(listId, items[at])
  const pick = ({ kind, id, name }: AssetSummary) => onPick({ kind, id, name })

  useListboxKeys(field, {
    takes: (key) => {
      if (key === 'Escape') return !isQuiet
      // Enter would send half a name while the list is still on its way.
      if (key === 'Enter' && isPending && !hasBlank) return true
      return activeId !== undefined && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(key)
    },
    onMove: (step) => setActive({ query, index: (at + step + items.length) % items.length }),
    onPick: () => items[at] && pick(items[at]),
    onClose,
  })
  useListboxOf(field, listId, activeId)
  const news = useNews(isQuiet || isPending || isEmpty ? '' : countText(items.length))
  return (
    <div data-mentions className={classes.panel} hidden={isQuiet}>
      <div
        id={listId}
        role="listbox"
        aria-label="Produtos, marcas, ofertas e documentos"
        className={classes.list}
        hidden={items.length === 0}
      >
        {items.map((asset, index) => (
          <MentionOption
            key={contextItemKey(asset)}
            id={optionId(listId, asset)}
            asset={asset}
            isActive={index === at}
            isChosen={hasItem(chosen, asset)}
            onPick={() => pick(asset)}
          />
        ))}
      </div>
      {items.length === 0 && <Nothing search={search} query={query} />}
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  )
}

const optionId = (listId: string, { kind, id }: AssetSummary) => `${listId}-${kind}-${id}`

/** Why the list is empty: it is on its way, it failed, nothing fits, or there is nothing yet. */
function Nothing({ search, query }: { search: ReturnType<typeof useAssetSearch>; query: string }) {
  const { error, isPending, isEmpty, retry } = search
  if (error) {
    return (
      <div className={classes.note} role="alert">
        <p>{errorText(error)}</p>
        <button type="button" className={classes.retry} onMouseDown={keepFocus} onClick={retry}>
          Tentar de novo
        </button>
      </div>
    )
  }
  return (
    <div className={classes.note}>
      {isPending ? <p>Procurando…</p> : isEmpty ? <NoAssets /> : <p>Nada seu se chama “{query.trim()}”.</p>}
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nada encontrado'
  return count === 1 ? '1 opção' : `${count} opções`
}

/** Said a moment after it stands on the page, since what is there from the beginning is not announced. */
function useNews(text: string): string {
  const [news, setNews] = useState('')
  useEffect(() => setNews(text), [text])
  return news
}
