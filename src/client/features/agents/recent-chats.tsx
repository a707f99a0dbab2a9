import { Button } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { PagedQueryState } from '#client/lib/query-state.ts'
import { errorText } from '#client/lib/texts.ts'
import type { ChatsPage } from '#shared/contract/chats.ts'
import { ChatCards, ChatCardsSkeleton } from './chat-cards.tsx'
import classes from './chat-section.module.css'
import { MoreButton } from './more-button.tsx'

type Props = {
  title: string
  chats: PagedQueryState<ChatsPage>
  hasAgent?: boolean
  /** Where every conversation can be reached, and what stands where there is none yet; else the latest, or nothing. */
  empty?: ReactNode
}

/** Conversations under a heading: on their way, failed, none or there. */
export function ChatSection({ title, chats, hasAgent = true, empty }: Props) {
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
      {empty !== undefined && <MoreButton list={chats}>Mostrar mais conversas</MoreButton>}
    </>
  )
}

const itemsOf = ({ pages }: InfiniteData<ChatsPage>) => pages.flatMap((page) => page.items)
