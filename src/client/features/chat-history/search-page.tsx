import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { chatSearchQuery } from '#client/entities/chats/chat-search.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { LIMITS } from '#shared/limits.ts'
import classes from './chat-list-page.module.css'
import { SearchHit } from './search-result.tsx'

const TYPING_PAUSE_MS = 250

type Props = {
  /** What is looked for, from the address. */
  text: string
  onText: (text: string) => void
}

/** Where something was said: titles and messages of all conversations. */
export function SearchPage({ text, onText }: Props) {
  return (
    <div className={classes.page} data-narrow>
      <h1 className={classes.heading}>Buscar nas conversas</h1>
      <SearchField text={text} onText={onText} />
      <Results text={text.trim()} />
    </div>
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
            <button type="button" className={classes.clear} aria-label="Limpar busca" onClick={handleClear}>
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
      <p className={classes.soft}>
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
      <ul className={classes.hits} data-stale={found.isPlaceholderData || undefined}>
        {hits.map((hit) => (
          <li key={`${hit.chat.id}:${hit.messageId}`}>
            <SearchHit hit={hit} />
          </li>
        ))}
      </ul>
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
