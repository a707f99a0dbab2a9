import type { InfiniteData } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ChatCards, ChatCardsSkeleton } from '#client/entities/chats/chat-cards.tsx'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { ChatsPage } from '#shared/contract/chats.ts'

type Props = {
  title: string
  chats: PagedQueryState<ChatsPage>
  hasAgent?: boolean
  /** Text for an empty list; also makes the list complete, with menus and further pages. */
  empty?: ReactNode
}

export function RecentChats({ title, chats, hasAgent = true, empty }: Props) {
  const headingId = useId()
  if (chats.data && itemsOf(chats.data).length === 0 && empty === undefined) return null
  return (
    <Stack as="section" gap={16} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <Content chats={chats} hasAgent={hasAgent} empty={empty} />
    </Stack>
  )
}

function Content({ chats, hasAgent, empty }: Pick<Props, 'chats' | 'empty'> & { hasAgent: boolean }) {
  if (chats.isPending) return <ChatCardsSkeleton count={3} />
  if (!chats.data) {
    return <LoadFailure query={chats}>{errorText(chats.error)}</LoadFailure>
  }
  const items = itemsOf(chats.data)
  if (items.length === 0) return <p className={text.soft}>{empty}</p>
  return (
    <>
      <ChatCards chats={items} hasAgent={hasAgent} hasMenu={empty !== undefined} />
      {empty !== undefined && <LoadMoreButton list={chats}>Mostrar mais conversas</LoadMoreButton>}
    </>
  )
}

const itemsOf = ({ pages }: InfiniteData<ChatsPage>) => pages.flatMap((page) => page.items)
