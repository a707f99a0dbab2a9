import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { chatSearchQuery } from '#client/entities/chats/chat-search.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { ChatSearchHit } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './chat-list-page.module.css'

const TYPING_PAUSE_MS = 250

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
      <SearchField text={text} onText={onText} />
      <Results text={text.trim()} />
    </Stack>
  )
}

function SearchField({ text, onText }: Props) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback(onText, TYPING_PAUSE_MS)
  // The address can change without typing: the Back button, or a link.
  useEffect(() => {
    setTyped((current) => (current.trim() === text ? current : text))
  }, [text])
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const handleTyped = (value: string) => {
    setTyped(value)
    search(value.trim())
  }
  const handleClear = () => {
    handleTyped('')
    field.current?.focus()
  }
  return (
    <search className={classes.field}>
      <TextInput
        ref={field}
        type="search"
        aria-label="Buscar nas conversas"
        placeholder="Uma palavra, um nome, um pedaço de frase"
        size="lg"
        maxLength={LIMITS.searchLength}
        enterKeyHint="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSectionWidth={48}
        rightSection={
          typed && (
            <button type="button" className={iconButton.root} aria-label="Limpar busca" onClick={handleClear}>
              <IconX size={18} aria-hidden />
            </button>
          )
        }
        value={typed}
        onChange={(event) => handleTyped(event.currentTarget.value)}
      />
    </search>
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
