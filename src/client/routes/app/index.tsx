import { useDocumentTitle } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { HomePage } from '#client/features/agents/home-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { chatQueries } from '#client/features/chats/chats.api.ts'
import { LIMITS } from '#shared/limits.ts'

export const Route = createFileRoute('/app/')({
  validateSearch: z.object({
    q: z.string().max(LIMITS.searchLength).optional().catch(undefined),
    etiqueta: z.uuid().optional().catch(undefined),
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
