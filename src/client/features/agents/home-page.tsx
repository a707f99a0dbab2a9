import type { ReactNode } from 'react'
import type { PagedQueryState } from '#client/lib/http/query-state.ts'
import type { ChatsPage } from '#shared/contract/chats.ts'
import { AgentFilters } from './agent-filters.tsx'
import { AgentGallery } from './agent-gallery.tsx'
import { firstNameOf, greetingOf } from './greeting.ts'
import classes from './home.module.css'
import { RecentChats } from './recent-chats.tsx'

export type HomeFilter = { q?: string | undefined; etiqueta?: string | undefined }

type Props = {
  name: string
  filter: HomeFilter
  onFilter: (filter: HomeFilter) => void
  /** The latest conversations, of any agent. */
  chats: PagedQueryState<ChatsPage>
  /** What a newcomer does first, if anything. */
  firstHours: ReactNode
}

export function HomePage({ name, filter, onFilter, chats, firstHours }: Props) {
  const firstName = firstNameOf(name)
  const greeting = greetingOf(new Date().getHours())
  return (
    <div className={classes.page}>
      <header className={classes.hero}>
        <h1>
          {greeting}
          {firstName && `, ${firstName}`}.
        </h1>
        <p className={classes.question}>Quem entra em cena hoje?</p>
      </header>
      {firstHours}
      <RecentChats title="Continue de onde parou" chats={chats} />
      <section aria-labelledby="cast" className={classes.section} data-tour="cast">
        <h2 id="cast" tabIndex={-1}>
          O elenco
        </h2>
        <AgentFilters filter={filter} onFilter={onFilter} />
        <AgentGallery filter={filter} onFilter={onFilter} />
      </section>
    </div>
  )
}
