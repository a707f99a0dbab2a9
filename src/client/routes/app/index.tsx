import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#client/features/agents/home-page.tsx'
import { useCast } from '#client/features/agents/use-cast.ts'
import { useAccount } from '#client/features/auth/use-account.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { HomeComposer } from '#client/features/chats/start/home-composer.tsx'
import { GettingStarted } from '#client/features/getting-started/getting-started.tsx'
import { meQueries } from '#client/features/me/me.api.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { readHome } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/')({
  validateSearch: readHome,
  component: Home,
})

function Home() {
  const { passeio, agente, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated } = useAccount()
  const { isEmpty, ...cast } = useCast()
  const me = useQuery(meQueries.current())
  const chats = useInfiniteQuery(chatQueries.list({ limit: 3 }))
  const lastChat = chats.data?.pages[0]?.items[0]
  usePageTitle('Início')
  const handleFilter = (search: typeof filter) =>
    void navigate({ search: { ...search, agente }, replace: true, resetScroll: false })
  // An impersonating administrator must not answer for the user.
  const gettingStarted = user && !isImpersonated && (
    <GettingStarted
      userId={user.id}
      hasAnswered={user.hasCompletedOnboarding === true}
      me={me}
      lastChat={lastChat}
      isTourAsked={passeio !== undefined}
      onTourAnswer={() => handleFilter(filter)}
    />
  )
  return (
    <HomePage
      name={user?.name ?? ''}
      filter={filter}
      onFilter={handleFilter}
      chats={chats}
      composer={
        user &&
        !isEmpty && (
          <HomeComposer key={user.id} userId={user.id} {...cast} askedId={agente} last={lastChat?.agent} />
        )
      }
      gettingStarted={gettingStarted}
    />
  )
}
