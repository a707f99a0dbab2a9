import { IconAddressBook, IconArchive, IconPencilPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useId, useRef } from 'react'
import type { ChatListName } from '#client/entities/chats/chat-lists.api.ts'
import type { ChatList } from '#client/entities/chats/merge-chat-pages.ts'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import type { QueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { Chat } from '#shared/contract/chats.ts'
import { groupByDate } from './date-groups.ts'
import classes from './sidebar.module.css'
import { SidebarItem } from './sidebar-item.tsx'
import { useChatLists } from './use-chat-lists.ts'
import { useToday } from './use-current-day.ts'
import { useInfiniteScroll } from './use-infinite-scroll.ts'

type Props = {
  /** Who the screen is about: the next conversation is with them. */
  agentId: string | undefined
  openChatId: string | undefined
}

/** Every conversation, one click away: what is pinned, then all by date. */
export function Sidebar({ agentId, openChatId }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { pinned, recent } = useChatLists()
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
        <Link to="/app/busca" className={classes.entry}>
          <span className={classes.icon}>
            <IconSearch size={20} stroke={1.75} aria-hidden />
          </span>
          Buscar
        </Link>
        <Link to="/app/personalizacao" className={classes.entry}>
          <span className={classes.icon}>
            <IconAddressBook size={20} stroke={1.75} aria-hidden />
          </span>
          Personalização
        </Link>
      </div>
      <div ref={scroller} className={classes.scroller}>
        <Shelves pinned={pinned} recent={recent} openChatId={openChatId} scroller={scroller} />
      </div>
      <Link to="/app/arquivadas" className={classes.entry}>
        <span className={classes.icon}>
          <IconArchive size={20} stroke={1.75} aria-hidden />
        </span>
        Arquivadas
      </Link>
    </nav>
  )
}

type ShelvesProps = {
  pinned: QueryState<ChatList>
  recent: QueryState<ChatList>
  openChatId: string | undefined
  scroller: RefObject<HTMLElement | null>
}

function Shelves({ pinned, recent, openChatId, scroller }: ShelvesProps) {
  const now = useToday()
  if (pinned.isPending || recent.isPending) return <Waiting />
  if (!pinned.data || !recent.data) {
    const failed = [pinned, recent].filter(({ data }) => !data)
    return (
      <div role="status" className={classes.quiet}>
        <p>As conversas não carregaram. {errorText(failed[0]?.error)}</p>
        <button
          type="button"
          className={classes.retry}
          onClick={() => {
            for (const shelf of failed) void shelf.refetch()
          }}
        >
          Tentar de novo
        </button>
      </div>
    )
  }
  const groups = groupByDate(recent.data.items, ({ lastMessageAt }) => lastMessageAt, now)
  const hasPinned = pinned.data.items.length > 0
  if (groups.length === 0 && !hasPinned)
    return <p className={classes.quiet}>Suas conversas ficam guardadas aqui, da mais nova à mais antiga.</p>
  return (
    <>
      {hasPinned && <Group label="Fixadas" chats={pinned.data.items} openChatId={openChatId} />}
      <Older shelf="pinned" list={pinned.data} scroller={scroller} />
      {groups.map(({ label, items }) => (
        <Group key={label} label={label} chats={items} openChatId={openChatId} />
      ))}
      <Older shelf="recent" list={recent.data} scroller={scroller} />
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

type OlderProps = { shelf: ChatListName; list: ChatList; scroller: RefObject<HTMLElement | null> }

/** The end of a shelf, which asks for what is older as it comes near. */
function Older({ shelf, list, scroller }: OlderProps) {
  const hasOlder = list.nextCursor !== null
  const { end, isError, retry } = useInfiniteScroll(shelf, hasOlder, scroller)
  if (!hasOlder) return null
  return (
    <div ref={end} className={classes.older}>
      {isError ? (
        <div role="status" className={classes.quiet}>
          <p>As mais antigas não carregaram.</p>
          <button type="button" className={classes.retry} onClick={retry}>
            Tentar de novo
          </button>
        </div>
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
        <div key={width} className={classes.gapRow} aria-hidden>
          <span className={`${classes.gapFace} skeleton`} />
          <span className={`${classes.gapTitle} skeleton`} style={{ width }} />
        </div>
      ))}
    </div>
  )
}
