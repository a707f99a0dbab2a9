import { useDocumentTitle } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { HomePage } from '#client/features/agents/home-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { chatQueries } from '#client/features/chats/chats.api.ts'
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
  const name = useAuth((state) => state.user?.name ?? '')
  const chats = useInfiniteQuery(chatQueries.list({ limit: 3 }))
  useDocumentTitle('Elenco')
  const handleFilter = (search: typeof filter) => void navigate({ search, replace: true, resetScroll: false })
  return <HomePage name={name} filter={filter} onFilter={handleFilter} chats={chats} />
}
