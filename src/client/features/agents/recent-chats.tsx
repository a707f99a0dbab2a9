import { Button } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ChatCards, ChatCardsSkeleton } from '#client/entities/chats/chat-cards.tsx'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import type { ChatsPage } from '#shared/contract/chats.ts'
import classes from './recent-chats.module.css'

type Props = {
  title: string
  chats: PagedQueryState<ChatsPage>
  hasAgent?: boolean
  /** Where every conversation can be reached, and what stands where there is none yet; else the latest, or nothing. */
  empty?: ReactNode
}

/** Conversations under a heading: on their way, failed, none or there. */
export function RecentChats({ title, chats, hasAgent = true, empty }: Props) {
  const headingId = useId()
  if (chats.data && itemsOf(chats.data).length === 0 && empty === undefined) return null
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <h2 id={headingId}>{title}</h2>
      <Content chats={chats} hasAgent={hasAgent} empty={empty} />
    </section>
  )
}

function Content({ chats, hasAgent, empty }: Pick<Props, 'chats' | 'empty'> & { hasAgent: boolean }) {
  if (chats.isPending) return <ChatCardsSkeleton count={3} />
  if (!chats.data) {
    return (
      <div role="alert" className={classes.quiet}>
        <p>{errorText(chats.error)}</p>
        <Button variant="default" onClick={() => void chats.refetch()}>
          Tentar de novo
        </Button>
      </div>
    )
  }
  const items = itemsOf(chats.data)
  if (items.length === 0) return <p className={classes.quiet}>{empty}</p>
  return (
    <>
      <ChatCards chats={items} hasAgent={hasAgent} hasMenu={empty !== undefined} />
      {empty !== undefined && <LoadMoreButton list={chats}>Mostrar mais conversas</LoadMoreButton>}
    </>
  )
}

const itemsOf = ({ pages }: InfiniteData<ChatsPage>) => pages.flatMap((page) => page.items)
