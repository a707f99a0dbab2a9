import type { ReactNode } from 'react'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { ChatsPage } from '#shared/contract/chats.ts'
import { AgentFilters, type HomeFilter } from './agent-filters.tsx'
import { AgentGallery } from './agent-gallery.tsx'
import { firstNameOf, greetingOf } from './greeting.ts'
import classes from './home.module.css'
import { RecentChats } from './recent-chats.tsx'

type Props = {
  name: string
  filter: HomeFilter
  onFilter: (filter: HomeFilter) => void
  chats: PagedQueryState<ChatsPage>
  /** At the top; empty if no agent is published. */
  composer: ReactNode
  gettingStarted: ReactNode
}

export function HomePage({ name, filter, onFilter, chats, composer, gettingStarted }: Props) {
  const firstName = firstNameOf(name)
  const greeting = greetingOf(new Date().getHours())
  return (
    <Stack className={classes.page}>
      <Stack as="header" className={classes.hero}>
        <h1>
          {greeting}
          {firstName && `, ${firstName}`}.
        </h1>
        <p className={classes.question}>O que vamos escrever hoje?</p>
        {composer && <div className={classes.composer}>{composer}</div>}
      </Stack>
      {gettingStarted}
      <RecentChats title="Continue de onde parou" chats={chats} />
      <Stack as="section" gap={16} aria-labelledby="cast" data-tour="cast">
        <h2 id="cast" tabIndex={-1}>
          O elenco
        </h2>
        <AgentFilters filter={filter} onFilter={onFilter} />
        <AgentGallery filter={filter} onFilter={onFilter} />
      </Stack>
    </Stack>
  )
}
