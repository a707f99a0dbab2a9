import { useDocumentTitle } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { HomePage } from '#client/features/agents/home-page.tsx'
import { useAccount } from '#client/features/auth/use-account.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { GettingStarted } from '#client/features/getting-started/getting-started.tsx'
import { meQueries } from '#client/features/me/me.api.ts'
import { LIMITS } from '#shared/limits.ts'

export const Route = createFileRoute('/app/')({
  validateSearch: z.object({
    q: z.catch(z.optional(z.string().check(z.maxLength(LIMITS.searchLength))), undefined),
    etiqueta: z.catch(z.optional(z.uuid()), undefined),
    passeio: z.catch(z.optional(z.literal('sim')), undefined),
  }),
  component: Home,
})

function Home() {
  const { passeio, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated } = useAccount()
  const me = useQuery(meQueries.current())
  const chats = useInfiniteQuery(chatQueries.list({ limit: 3 }))
  useDocumentTitle('Início · Elenco')
  const handleFilter = (search: typeof filter) => void navigate({ search, replace: true, resetScroll: false })
  // An impersonating administrator must not answer for the user.
  const gettingStarted = user && !isImpersonated && (
    <GettingStarted
      userId={user.id}
      hasAnswered={user.hasCompletedOnboarding === true}
      me={me}
      lastChat={chats.data?.pages[0]?.items[0]}
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
      gettingStarted={gettingStarted}
    />
  )
}
