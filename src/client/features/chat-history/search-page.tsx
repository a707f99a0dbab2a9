import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { chatSearchQuery } from '#client/entities/chats/chat-search.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { ChatSearchHit } from '#shared/contract/chats.ts'
import classes from './chat-list-page.module.css'

type Props = {
  /** Search text in the address. */
  text: string
  onText: (text: string) => void
}

/** Search over the titles and messages of all chats. */
export function SearchPage({ text, onText }: Props) {
  return (
    <Stack gap={20} className={classes.page} data-narrow>
      <h1 className={textClasses.title}>Buscar nas conversas</h1>
      <search className={classes.field}>
        <SearchField
          label="Buscar nas conversas"
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
    ...chatSearchQuery(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  if (text === '') {
    return (
      <p className={textClasses.lead}>
        A busca olha os títulos e cada mensagem, também das conversas arquivadas, sem ligar para acentos,
        maiúsculas ou terminações: “lançar” encontra “lançamento”.
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
  const hits = found.data.pages.flatMap((page) => page.items)
  if (hits.length === 0 && !found.isPlaceholderData) {
    return (
      <StateMessage title="Nada por aqui">
        Nenhuma conversa fala de “{text}”. Tente uma palavra só, ou o começo dela.
      </StateMessage>
    )
  }
  return (
    <section aria-label="Resultados" aria-busy={found.isPlaceholderData}>
      <p role="status" className="visually-hidden">
        {found.isPlaceholderData ? 'Procurando…' : countText(hits.length, found.hasNextPage)}
      </p>
      <Stack as="ul" gap={4} className={classes.hits} data-stale={found.isPlaceholderData || undefined}>
        {hits.map((hit) => (
          <li key={`${hit.chat.id}:${hit.messageId}`}>
            <SearchHit hit={hit} />
          </li>
        ))}
      </Stack>
      <LoadMoreButton list={found}>Mostrar mais resultados</LoadMoreButton>
    </section>
  )
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

/** A search result; opens the chat at the message. */
function SearchHit({ hit }: { hit: ChatSearchHit }) {
  const { chat, title, messageId, snippet, writtenAt } = hit
  const search: { mensagem?: string } = messageId ? { mensagem: messageId } : {}
  return (
    <Link
      to="/app/$agentId/$chatId"
      params={{ agentId: chat.agentId, chatId: chat.id }}
      search={search}
      className={classes.hit}
    >
      <Portrait photoUrl={chat.agent.photoUrl} name={chat.agent.name} size={40} className={classes.face} />
      <Stack as="span" gap={4} className={classes.words}>
        <Row as="span" gap={12} align="baseline" justify="between" wrap={false}>
          <span className={`${textClasses.oneLine} ${classes.title}`}>
            <HighlightedText parts={title} />
          </span>
          <time dateTime={writtenAt} className={classes.date}>
            {formatRelative(writtenAt)}
          </time>
        </Row>
        {snippet.length > 0 && (
          <span className={`${textClasses.hint} ${classes.snippet}`}>
            <HighlightedText parts={snippet} />
          </span>
        )}
        <span className={classes.meta}>
          {chat.agent.name}
          {chat.archivedAt && ' · arquivada'}
        </span>
      </Stack>
    </Link>
  )
}
