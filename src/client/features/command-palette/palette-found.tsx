import { IconArchive, IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chatListQuery } from '#client/entities/chats/chat-lists.api.ts'
import {
  foundChatLink,
  passagesText,
  THING_KINDS,
  THINGS,
  thingLink,
} from '#client/entities/search/found-links.ts'
import { searchQuery } from '#client/entities/search/search.api.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { FoundChat, FoundThing, ThingKind } from '#shared/contract/search.ts'
import type { TextPart } from '#shared/contract/text-parts.ts'
import classes from './command-palette.module.css'
import { Face, PaletteRow } from './palette-row.tsx'

/** Rows of each group. */
const ROWS = 5

type Options = { typed: string; text: string; onRun: (run: () => void) => void }

/** Rows of the recent chats, or of everything that the search for `text` finds. */
export function usePaletteFound(options: Options) {
  const recent = useRecent(options)
  const found = useFound(options)
  const shown = options.text === '' ? recent : found
  return { ...shown, isAny: shown.chats.length > 0 || shown.things.length > 0 }
}

function useRecent({ typed, text, onRun }: Options) {
  const navigate = useNavigate()
  const recent = useQuery({ ...chatListQuery('open'), enabled: text === '', refetchOnMount: 'always' })
  const fitting = (recent.data?.items ?? []).filter(
    ({ title, pinnedAt }) => pinnedAt === null && hasWords(title, typed),
  )
  const chats = fitting.slice(0, ROWS).map((chat) => {
    const params = { agentId: chat.agentId, chatId: chat.id }
    const run = () => void navigate({ to: '/app/$agentId/$chatId', params })
    return (
      <PaletteRow key={chat.id} id={`chat-${chat.id}`} onClick={() => onRun(run)}>
        <Face agent={chat.agent} />
        <span className={classes.label}>{chat.title}</span>
      </PaletteRow>
    )
  })
  return { chats, things: [], isFetching: recent.isFetching, error: null }
}

function useFound({ typed, text, onRun }: Options) {
  const navigate = useNavigate()
  const found = useInfiniteQuery({
    ...searchQuery(text, ROWS),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const isEarly = typed !== text || found.isPlaceholderData
  // Enter opens the first row: until the server answers, only rows with the typed words show.
  const isShown = (...texts: (readonly TextPart[])[]) =>
    !isEarly || hasWords(texts.flatMap((parts) => parts.map((part) => part.text)).join(' '), typed)
  const results = found.data?.pages[0]
  const chats = (results?.chats.items ?? [])
    .filter(({ title, snippet }) => isShown(title, snippet))
    .map((it) => (
      <ChatRow key={it.chat.id} found={it} onClick={() => onRun(() => void navigate(foundChatLink(it)))} />
    ))
  const things = THING_KINDS.map((kind) => ({
    label: THINGS[kind].label,
    rows: (results?.[kind].items ?? [])
      .filter(({ name, snippet }) => isShown(name, snippet))
      .map((it) => (
        <ThingRow
          key={it.id}
          kind={kind}
          found={it}
          onClick={() => onRun(() => void navigate(thingLink(kind, it)))}
        />
      )),
  })).filter(({ rows }) => rows.length > 0)
  if (chats.length > 0 || things.length > 0) {
    const all = () => void navigate({ to: '/app/busca', search: { q: typed } })
    const row = (
      <PaletteRow key="all" id="all-hits" onClick={() => onRun(all)}>
        <span className={classes.icon}>
          <IconArrowRight size={20} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.label}>Ver tudo o que a busca encontra</span>
      </PaletteRow>
    )
    // At the end of the last group of results.
    ;(things.at(-1)?.rows ?? chats).push(row)
  }
  return { chats, things, isFetching: found.isFetching, error: found.data ? null : found.error }
}

function ChatRow({ found, onClick }: { found: FoundChat; onClick: () => void }) {
  const { chat, title, snippet } = found
  const passages = passagesText(found)
  return (
    <PaletteRow id={`hit-${chat.id}`} onClick={onClick}>
      <Face agent={chat.agent} />
      <span className={classes.label}>
        <HighlightedText parts={title} />
        <Snippet parts={snippet} />
      </span>
      {chat.archivedAt && (
        <span className={classes.tag}>
          <IconArchive size={14} aria-hidden />
          Arquivada
        </span>
      )}
      {passages && <span className={classes.count}>{passages}</span>}
    </PaletteRow>
  )
}

function ThingRow({ kind, found, onClick }: { kind: ThingKind; found: FoundThing; onClick: () => void }) {
  const { Icon } = THINGS[kind]
  return (
    <PaletteRow id={`${kind}-${found.id}`} onClick={onClick}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.label}>
        <HighlightedText parts={found.name} />
        <Snippet parts={found.snippet} />
      </span>
    </PaletteRow>
  )
}

function Snippet({ parts }: { parts: readonly TextPart[] }) {
  if (parts.length === 0) return null
  return (
    <span className={`${textClasses.small} ${textClasses.oneLine} ${classes.snippet}`}>
      <HighlightedText parts={parts} />
    </span>
  )
}
