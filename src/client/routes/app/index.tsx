import { useDocumentTitle } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { HomePage } from '#client/features/agents/home-page.tsx'
import { useAccount } from '#client/features/auth/use-account.ts'
import { chatQueries } from '#client/features/chats/chats.api.ts'
import { meQueries } from '#client/features/me/me.api.ts'
import { HomeSlot } from '#client/features/memory/home-slot.tsx'
import { LIMITS } from '#shared/limits.ts'

export const Route = createFileRoute('/app/')({
  validateSearch: z.object({
    q: z.catch(z.optional(z.string().check(z.maxLength(LIMITS.searchLength))), undefined),
    etiqueta: z.catch(z.optional(z.uuid()), undefined),
  }),
  component: Home,
})

function Home() {
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated } = useAccount()
  const me = useQuery(meQueries.current())
  const chats = useInfiniteQuery(chatQueries.list({ limit: 3 }))
  useDocumentTitle('Elenco')
  const handleFilter = (search: typeof filter) => void navigate({ search, replace: true, resetScroll: false })
  // What an administrator is asked here, they would answer for somebody else.
  const card = user && !isImpersonated && (
    <HomeSlot userId={user.id} hasAnswered={user.hasCompletedOnboarding === true} me={me} />
  )
  return (
    <HomePage name={user?.name ?? ''} filter={filter} onFilter={handleFilter} chats={chats} card={card} />
  )
}
