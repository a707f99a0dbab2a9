import { IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chatListQuery } from '#client/entities/chats/chat-lists.api.ts'
import { chatSearchQuery } from '#client/entities/chats/chat-search.api.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { TextPart } from '#shared/contract/chats.ts'
import classes from './command-palette.module.css'
import { Face, PaletteRow } from './palette-row.tsx'

const CHATS = 6

type Options = { typed: string; text: string; onRun: (run: () => void) => void }

/** Rows of the recent chats, or of the search results for `text`. */
export function usePaletteChats(options: Options) {
  const recent = useRecent(options)
  const found = useFound(options)
  return options.text === '' ? recent : found
}

function useRecent({ typed, text, onRun }: Options) {
  const open = useOpen(onRun)
  const recent = useQuery({ ...chatListQuery('open'), enabled: text === '', refetchOnMount: 'always' })
  const fitting = (recent.data?.items ?? []).filter(
    ({ title, pinnedAt }) => pinnedAt === null && hasWords(title, typed),
  )
  const rows = fitting.slice(0, CHATS).map((chat) => (
    <PaletteRow key={chat.id} id={`chat-${chat.id}`} onClick={() => open(chat, null)}>
      <Face agent={chat.agent} />
      <span className={classes.label}>{chat.title}</span>
    </PaletteRow>
  ))
  return { rows, isFetching: recent.isFetching, error: null }
}

function useFound({ typed, text, onRun }: Options) {
  const navigate = useNavigate()
  const open = useOpen(onRun)
  const found = useInfiniteQuery({
    ...chatSearchQuery(text, CHATS),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const isEarly = typed !== text || found.isPlaceholderData
  const hits = (found.data?.pages[0]?.items ?? []).filter(
    ({ title, snippet }) => !isEarly || hasWords(textOf([...title, ...snippet]), typed),
  )
  const rows = hits.map(({ chat, title, snippet, messageId }) => (
    <PaletteRow
      key={`${chat.id}:${messageId}`}
      id={`hit-${chat.id}-${messageId}`}
      onClick={() => open(chat, messageId)}
    >
      <Face agent={chat.agent} />
      <span className={classes.label}>
        <HighlightedText parts={title} />
        {messageId && (
          <span className={`${textClasses.small} ${textClasses.oneLine} ${classes.snippet}`}>
            <HighlightedText parts={snippet} />
          </span>
        )}
      </span>
    </PaletteRow>
  ))
  if (hits.length > 0) {
    const all = () => void navigate({ to: '/app/busca', search: { q: typed } })
    rows.push(
      <PaletteRow key="all" id="hits-all" onClick={() => onRun(all)}>
        <span className={classes.icon}>
          <IconArrowRight size={20} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.label}>Ver tudo o que a busca encontra</span>
      </PaletteRow>,
    )
  }
  return { rows, isFetching: found.isFetching, error: found.data ? null : found.error }
}

function useOpen(onRun: Options['onRun']) {
  const navigate = useNavigate()
  return ({ id, agentId }: { id: string; agentId: string }, messageId: string | null) => {
    const search: { mensagem?: string } = messageId ? { mensagem: messageId } : {}
    const params = { agentId, chatId: id }
    onRun(() => void navigate({ to: '/app/$agentId/$chatId', params, search }))
  }
}

const textOf = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('')
