import { IconAddressBook, IconArchive, IconPencilPlus, IconSearch, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ChatList } from '#client/entities/chats/merge-chat-pages.ts'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Chat } from '#shared/contract/chats.ts'
import { groupByDate } from './date-groups.ts'
import classes from './sidebar.module.css'
import { SidebarItem } from './sidebar-item.tsx'
import { useChatList } from './use-chat-list.ts'
import { useInfiniteScroll } from './use-infinite-scroll.ts'

const quiet = `${text.hint} ${classes.quiet}`

type Props = {
  /** Agent of the page, for a new chat. */
  agentId: string | undefined
  openChatId: string | undefined
}

/** All chats: pinned ones first, then by date. */
export function Sidebar({ agentId, openChatId }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useChatList()
  return (
    <nav aria-label="Conversas" className={classes.root}>
      <div className={classes.entries} data-tour="chats">
        <Link
          {...newChatLink(agentId)}
          activeOptions={{ includeHash: true }}
          className={classes.entry}
          data-new
        >
          <span className={classes.icon}>
            <IconPencilPlus size={18} stroke={2} aria-hidden />
          </span>
          Nova conversa
        </Link>
        <Entry to="/app/busca" Icon={IconSearch}>
          Buscar
        </Entry>
        <Entry to="/app/personalizacao" Icon={IconAddressBook}>
          Personalização
        </Entry>
      </div>
      <div ref={scroller} className={classes.scroller}>
        <Shelves list={list} openChatId={openChatId} scroller={scroller} />
      </div>
      <Entry to="/app/arquivadas" Icon={IconArchive}>
        Arquivadas
      </Entry>
      <Entry to="/app/lixeira" Icon={IconTrash}>
        Lixeira
      </Entry>
    </nav>
  )
}

type EntryProps = {
  to: '/app/busca' | '/app/personalizacao' | '/app/arquivadas' | '/app/lixeira'
  Icon: typeof IconSearch
  children: string
}

function Entry({ to, Icon, children }: EntryProps) {
  return (
    <Link to={to} className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      {children}
    </Link>
  )
}

type ShelvesProps = {
  list: QueryState<ChatList>
  openChatId: string | undefined
  scroller: RefObject<HTMLElement | null>
}

function Shelves({ list, openChatId, scroller }: ShelvesProps) {
  const now = useToday()
  if (list.isPending) return <Waiting />
  if (!list.data) {
    return (
      <Stack align="start" role="status" className={quiet}>
        <p>As conversas não carregaram. {errorText(list.error)}</p>
        <button type="button" className={textButton.root} onClick={() => void list.refetch()}>
          Tentar de novo
        </button>
      </Stack>
    )
  }
  const { items } = list.data
  if (items.length === 0)
    return <p className={quiet}>Suas conversas ficam guardadas aqui, da mais nova à mais antiga.</p>
  const pinned = items.filter(({ pinnedAt }) => pinnedAt !== null)
  const others = items.filter(({ pinnedAt }) => pinnedAt === null)
  const groups = groupByDate(others, ({ lastMessageAt }) => lastMessageAt, now)
  return (
    <>
      {pinned.length > 0 && <Group label="Fixadas" chats={pinned} openChatId={openChatId} />}
      {groups.map(({ label, items }) => (
        <Group key={label} label={label} chats={items} openChatId={openChatId} />
      ))}
      <Older list={list.data} scroller={scroller} />
    </>
  )
}

type GroupProps = { label: string; chats: readonly Chat[]; openChatId: string | undefined }

function Group({ label, chats, openChatId }: GroupProps) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.label}>
        {label}
      </h2>
      <ul className={classes.list}>
        {chats.map((chat) => (
          <SidebarItem key={chat.id} chat={chat} isOpen={chat.id === openChatId} />
        ))}
      </ul>
    </section>
  )
}

type OlderProps = { list: ChatList; scroller: RefObject<HTMLElement | null> }

/** The end of a list; loads older chats as it comes near. */
function Older({ list, scroller }: OlderProps) {
  const hasOlder = list.nextCursor !== null
  const { end, isError, retry } = useInfiniteScroll('open', hasOlder, scroller)
  if (!hasOlder) return null
  return (
    <div ref={end} className={classes.older}>
      {isError ? (
        <Stack align="start" role="status" className={quiet}>
          <p>As mais antigas não carregaram.</p>
          <button type="button" className={textButton.root} onClick={retry}>
            Tentar de novo
          </button>
        </Stack>
      ) : (
        <div
          role="status"
          aria-label="Carregando conversas mais antigas"
          className={`${classes.gap} skeleton`}
        />
      )}
    </div>
  )
}

const WIDTHS = ['62%', '80%', '48%', '71%', '55%', '76%'] as const

function Waiting() {
  return (
    <div role="status" aria-label="Carregando as conversas" className={classes.waiting}>
      {WIDTHS.map((width) => (
        <Row key={width} gap={12} wrap={false} className={classes.gapRow} aria-hidden>
          <span className={`${classes.gapFace} skeleton`} />
          <span className={`${classes.gapTitle} skeleton`} style={{ width }} />
        </Row>
      ))}
    </div>
  )
}

/** Current time in milliseconds, updated when the page becomes visible, so that "Hoje" is the current day. */
function useToday(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const handleVisibility = () => setNow(Date.now())
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [])
  return now
}
