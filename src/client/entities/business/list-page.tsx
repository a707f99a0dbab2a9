import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './list-page.module.css'

type Props<Item> = {
  texts: {
    title: string
    lead: string
    search: string
    placeholder: string
    /** Label of the list's section. */
    list: string
    waiting: string
    failed: string
    more: string
    none: (q: string) => string
    /** Singular and plural. */
    counted: readonly [string, string]
  }
  list: PagedQueryState<{ items: Item[] }> & { isPlaceholderData: boolean }
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
  /** Beside the search; `isFiltered` when it leaves anything out. */
  filter?: ReactNode
  isFiltered?: boolean
  newLink: ReactNode
  empty: ReactNode
  classNames: { cards: string | undefined; skeleton: string | undefined }
  skeletons: number
  /** One `li`. */
  children: (item: Item) => ReactNode
}

/** A searchable page of cards, with its loading, empty and error states. */
export function ListPage<Item>(props: Props<Item>) {
  const { texts, list, q, isFiltered = false, newLink, classNames, skeletons } = props
  const isNarrowed = q !== '' || isFiltered
  usePageTitle(texts.title)
  const items = list.data?.pages.flatMap((page) => page.items)
  const isEmpty = items?.length === 0 && !isNarrowed && !list.isPlaceholderData
  const hasSearch = isNarrowed || (items !== undefined && !isEmpty)
  return (
    <Stack gap={24}>
      <header className={classes.head}>
        <Stack className={classes.words}>
          <h1 className={text.title}>{texts.title}</h1>
          <p className={text.lead}>{texts.lead}</p>
        </Stack>
        {!isEmpty && newLink}
      </header>
      {hasSearch && (
        <search className={classes.search}>
          <SearchField
            label={texts.search}
            placeholder={texts.placeholder}
            text={q}
            onText={props.onSearch}
          />
          {props.filter}
        </search>
      )}
      {list.isPending && (
        <Stack gap={24} role="status" aria-label={texts.waiting}>
          {!hasSearch && (
            <div className={`${classes.search} ${classes.searchSkeleton} skeleton`} aria-hidden />
          )}
          <div className={classNames.cards} aria-hidden>
            {Array.from({ length: skeletons }, (_, index) => (
              <div key={String(index)} className={`${classNames.skeleton} skeleton`} />
            ))}
          </div>
        </Stack>
      )}
      {list.isError && !items && (
        <StateMessage
          tone="error"
          title={texts.failed}
          actions={<Button onClick={() => void list.refetch()}>Tentar de novo</Button>}
        >
          {errorText(list.error)}
        </StateMessage>
      )}
      {isEmpty && props.empty}
      {items && !isEmpty && <Found {...props} items={items} />}
      <LoadMoreButton list={list}>{texts.more}</LoadMoreButton>
    </Stack>
  )
}

function Found<Item>(props: Props<Item> & { items: Item[] }) {
  const { texts, list, items, q, isFiltered = false, classNames, children } = props
  const isStale = list.isPlaceholderData
  const [one, many] = texts.counted
  const count = items.length === 1 ? `1 ${one}` : `${items.length} ${many}`
  const found = list.hasNextPage ? `Mais de ${items.length} ${many}` : count
  return (
    <section aria-label={texts.list} aria-busy={isStale}>
      {(q !== '' || isFiltered) && (
        <p role="status" className={items.length > 0 || isStale ? 'visually-hidden' : classes.none}>
          {isStale ? 'Procurando…' : items.length > 0 ? found : texts.none(q)}
        </p>
      )}
      <ul className={`${classes.list} ${classNames.cards}`} data-stale={isStale || undefined}>
        {items.map(children)}
      </ul>
    </section>
  )
}
