import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import classes from './asset-list.module.css'
import { type AssetKindTexts, AssetMenu } from './asset-menu.tsx'
import type { AssetResource } from './asset-resource.ts'

type Props<Asset extends { id: string; name: string }> = {
  title: string
  lead: string
  noun: AssetResource<Asset>
  words: AssetKindTexts
  searchLabel: string
  /** What is looked for, from the address. */
  q: string
  onSearch: (q: string) => void
  /** Where a new one begins. */
  newLink: ReactNode
  /** What stands where there is none yet. */
  empty: ReactNode
  onEdit: (id: string) => void
  onDuplicate: (id: string) => void
  /** One card. */
  children: (asset: Asset) => ReactNode
}

/** Everything of one kind that a creator keeps: to be found, opened, copied and deleted. */
export function AssetList<Asset extends { id: string; name: string }>(props: Props<Asset>) {
  const { title, lead, noun, searchLabel, q, onSearch, newLink } = props
  const list = useInfiniteQuery({ ...noun.list(q), placeholderData: keepPreviousData })
  const assets = list.data?.pages.flatMap((page) => page.items)
  const isEmpty = assets?.length === 0 && q === '' && !list.isPlaceholderData
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.heading}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
        </div>
        {!isEmpty && newLink}
      </header>
      {(q !== '' || (assets && !isEmpty)) && (
        <search className={classes.search}>
          <SearchField label={searchLabel} placeholder="Buscar pelo nome" text={q} onText={onSearch} />
        </search>
      )}
      {list.isPending && <Waiting label={title} />}
      {list.isError && !assets && (
        <StateMessage
          tone="error"
          title="Não carregou"
          actions={<Button onClick={() => void list.refetch()}>Tentar de novo</Button>}
        >
          {errorText(list.error)}
        </StateMessage>
      )}
      {isEmpty && props.empty}
      {assets && !isEmpty && (
        <Found {...props} assets={assets} isStale={list.isPlaceholderData} hasMore={list.hasNextPage} />
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </div>
  )
}

type FoundProps<Asset extends { id: string; name: string }> = Props<Asset> & {
  assets: readonly Asset[]
  isStale: boolean
  hasMore: boolean
}

function Found<Asset extends { id: string; name: string }>(props: FoundProps<Asset>) {
  const { assets, isStale, hasMore, q, title, noun, words, onEdit, onDuplicate, children } = props
  return (
    <section aria-label={title} aria-busy={isStale}>
      {q !== '' && (
        <p role="status" className={assets.length > 0 || isStale ? 'visually-hidden' : classes.nothing}>
          {isStale ? 'Procurando…' : countText(assets.length, hasMore, q)}
        </p>
      )}
      <ul className={classes.cards} data-stale={isStale || undefined}>
        {assets.map((asset) => (
          <li key={asset.id} className={classes.card}>
            {children(asset)}
            <div className={classes.menu}>
              <AssetMenu
                asset={asset}
                noun={noun}
                words={words}
                onEdit={() => onEdit(asset.id)}
                onDuplicate={() => onDuplicate(asset.id)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countText(count: number, hasMore: boolean, q: string): string {
  if (count === 0) return `Nada com o nome “${q}”. Tente só um pedaço dele.`
  if (hasMore) return `Mais de ${count} resultados`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

const ROWS = ['a', 'b', 'c'] as const

function Waiting({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Carregando: ${label}`}>
      <div className={`${classes.searchGap} skeleton`} aria-hidden />
      <div className={classes.cards} aria-hidden>
        {ROWS.map((row) => (
          <div key={row} className={`${classes.gap} skeleton`} />
        ))}
      </div>
    </div>
  )
}
