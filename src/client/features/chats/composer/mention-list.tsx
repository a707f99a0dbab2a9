import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { AssetRow } from '#client/entities/business/asset-row.tsx'
import { type ContextItem, contextItemKey, hasItem } from '#client/entities/business/context-items.ts'
import { NoAssets } from '#client/entities/business/no-assets.tsx'
import { useAssetSearch } from '#client/entities/business/use-asset-search.ts'
import { useSourceSearch } from '#client/entities/business/use-source-choices.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import type { AssetSummary } from '#shared/contract/assets.ts'
import type { SourceChoice } from '#shared/contract/collections.ts'
import type { Mention } from './mention.ts'
import classes from './mention-list.module.css'
import { useListboxKeys, useListboxOf } from './use-listbox.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  mention: Mention
  agentId: string | undefined
  chosen: readonly ContextItem[]
  onPick: (item: ContextItem) => void
  onClose: () => void
}

/** The options of an `@`, above the field, which keeps the focus and the keys. */
export function MentionList({ field, mention: { query }, agentId, chosen, onPick, onClose }: Props) {
  const listId = useId()
  const search = useMentionSearch(query, agentId)
  const { items, isPending } = search
  const [active, setActive] = useState({ query: '', index: 0 })
  const at = active.query === query ? Math.min(active.index, items.length - 1) : 0
  const hasBlank = /\s/.test(query)
  // Writing goes on after an `@` without results: it was no mention.
  const isQuiet = items.length === 0 && hasBlank
  const activeId = items[at] && optionId(listId, items[at])
  const pick = (option: Option) => {
    const { kind, id, name } = option
    onPick({ kind, id, name, ...('isHouse' in option && option.isHouse && { isHouse: true }) })
  }

  useListboxKeys(field, {
    takes: (key) => {
      if (key === 'Escape') return !isQuiet
      // While the list loads, Enter must not send half a name.
      if (key === 'Enter' && isPending && !hasBlank) return true
      return activeId !== undefined && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(key)
    },
    onMove: (step) => setActive({ query, index: (at + step + items.length) % items.length }),
    onPick: () => items[at] && pick(items[at]),
    onClose,
  })
  useListboxOf(field, listId, activeId)
  const news = useNews(isQuiet || isPending || search.isSilent ? '' : countText(items.length))
  return (
    <div data-mentions className={classes.panel} hidden={isQuiet}>
      <div
        id={listId}
        role="listbox"
        aria-label="Produtos, marcas, ofertas, documentos e fontes"
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
      <Note search={search} query={query} />
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  )
}

type Option = AssetSummary | SourceChoice

/** Assets and sources are searched by two requests; the list is whole once both have answered. */
function useMentionSearch(query: string, agentId: string | undefined) {
  const assets = useAssetSearch(query)
  const sources = useSourceSearch(query, agentId)
  const items: Option[] = [...assets.items, ...sources.choices]
  const error = assets.error ?? sources.error
  const isEmpty = assets.isEmpty && items.length === 0
  return {
    items,
    error,
    isEmpty,
    isPending: assets.isPending || sources.isPending,
    /** The note says it. */
    isSilent: isEmpty || (error !== null && items.length === 0),
    retry: () => {
      if (assets.error) assets.retry()
      if (sources.error) sources.retry()
    },
  }
}

type OptionProps = {
  id: string
  asset: Option
  isActive: boolean
  isChosen: boolean
  onPick: () => void
}

/** Keeps the focus in the field, and a phone's keyboard open. */
const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault()

/** One option; scrolls into view while it is active. */
function MentionOption({ id, asset, isActive, isChosen, onPick }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onMouseDown={keepFocus}
      onClick={onPick}
    >
      <AssetRow asset={asset} isChosen={isChosen} />
      {isChosen && <span className="visually-hidden">já na conversa</span>}
    </div>
  )
}

const optionId = (listId: string, { kind, id }: Option) => `${listId}-${kind}-${id}`

/** Says why options are missing: they failed to load, are still loading, or none matches. */
function Note({ search, query }: { search: ReturnType<typeof useMentionSearch>; query: string }) {
  const { items, error, isPending, isEmpty, retry } = search
  if (error) {
    return (
      <div className={classes.note} role="alert">
        <p>{errorText(error)}</p>
        <button type="button" className={textButton.root} onMouseDown={keepFocus} onClick={retry}>
          Tentar de novo
        </button>
      </div>
    )
  }
  if (items.length > 0) return null
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

/** Set after the first render: a live region does not announce its initial content. */
function useNews(text: string): string {
  const [news, setNews] = useState('')
  useEffect(() => setNews(text), [text])
  return news
}
