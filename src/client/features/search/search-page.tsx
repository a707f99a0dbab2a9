import { Button } from '@mantine/core'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { THING_KINDS } from '#client/entities/search/found-links.ts'
import { chatsOf, repeatedPages, searchQuery } from '#client/entities/search/search.api.ts'
import { findPlaces } from '#client/entities/search/settings-places.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { SearchResults } from '#shared/contract/search.ts'
import { ChatHit, Group, PlaceHit, ThingGroup } from './found-groups.tsx'
import classes from './search-page.module.css'

const PAGE = 20
/** Pages without a new chat that are skipped before the button is shown again. */
const MOST_REPEATED = 10

type Props = {
  /** Search text in the address. */
  text: string
  onText: (text: string) => void
}

/** One search over everything of the user, the tutorials and the settings. */
export function SearchPage({ text, onText }: Props) {
  return (
    <Stack gap={20} className={classes.page}>
      <h1 className={textClasses.title}>Buscar em tudo</h1>
      <search className={classes.field}>
        <SearchField
          label="Buscar em tudo"
          placeholder="Uma palavra, um nome, um pedaço de frase"
          size="lg"
          takesFocus
          text={text}
          onText={onText}
        />
      </search>
      <Results text={text.trim()} />
    </Stack>
  )
}

function Results({ text }: { text: string }) {
  const found = useInfiniteQuery({
    ...searchQuery(text, PAGE),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  useSkippedPages(found)
  if (text === '') {
    return (
      <p className={textClasses.lead}>
        A busca olha suas conversas, mensagem por mensagem e também as arquivadas, seus produtos, marcas,
        ofertas e documentos, os tutoriais e os ajustes. Não liga para acentos, maiúsculas ou terminações:
        “lançar” encontra “lançamento”.
      </p>
    )
  }
  if (found.isPending) return <Waiting />
  if (found.isError && !found.data) {
    return (
      <StateMessage
        tone="error"
        title="A busca não respondeu"
        actions={<Button onClick={() => void found.refetch()}>Tentar de novo</Button>}
      >
        {errorText(found.error)}
      </StateMessage>
    )
  }
  const [first] = found.data.pages
  const chats = chatsOf(found.data.pages)
  const places = findPlaces(text)
  const things = THING_KINDS.map((kind) => ({ kind, found: first?.[kind] })).filter(
    ({ found: it }) => it?.items.length,
  )
  const count = things.reduce(
    (sum, { found: it }) => sum + (it?.items.length ?? 0),
    chats.length + places.length,
  )
  const hasMore = found.hasNextPage || things.some(({ found: it }) => it?.hasMore)
  if (count === 0 && !found.isPlaceholderData) {
    return (
      <StateMessage title="Nada por aqui">
        Nada fala de “{text}”. Tente uma palavra só, ou o começo dela.
      </StateMessage>
    )
  }
  return (
    <section aria-label="Resultados" aria-busy={found.isPlaceholderData}>
      <p role="status" className="visually-hidden">
        {found.isPlaceholderData ? 'Procurando…' : countText(count, hasMore)}
      </p>
      <Stack gap={32} className={classes.groups} data-stale={found.isPlaceholderData || undefined}>
        {chats.length > 0 && (
          <Group title="Conversas">
            {chats.map((it) => (
              <ChatHit key={it.chat.id} found={it} />
            ))}
          </Group>
        )}
        <LoadMoreButton list={found}>Mostrar mais conversas</LoadMoreButton>
        {things.map(({ kind, found: it }) => it && <ThingGroup key={kind} kind={kind} found={it} q={text} />)}
        {places.length > 0 && (
          <Group title="Ajustes">
            {places.map((it) => (
              <PlaceHit key={it.label} {...it} />
            ))}
          </Group>
        )}
      </Stack>
    </section>
  )
}

type Found = Pick<
  UseInfiniteQueryResult<InfiniteData<SearchResults>>,
  'data' | 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
>

/** Loads on while the newest page has only older messages of chats that are shown already. */
function useSkippedPages({ data, hasNextPage, isFetching, isError, fetchNextPage }: Found): void {
  const repeated = repeatedPages(data?.pages ?? [])
  const isSkipped = repeated > 0 && repeated <= MOST_REPEATED && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isSkipped) void fetchNextPage()
  }, [isSkipped, fetchNextPage])
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${count} resultados`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

const ROWS = ['a', 'b', 'c', 'd'] as const

function Waiting() {
  return (
    <div role="status" aria-label="Procurando">
      {ROWS.map((row) => (
        <div key={row} className={`${classes.gap} skeleton`} aria-hidden />
      ))}
    </div>
  )
}
