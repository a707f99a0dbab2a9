import { createFileRoute } from '@tanstack/react-router'
import { SearchPage } from '#client/features/search/search-page.tsx'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { LIMITS } from '#shared/limits.ts'

export const Route = createFileRoute('/app/busca')({
  // Parsed by hand: zod would load with every page.
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' ? { q: q.slice(0, LIMITS.searchLength) } : {},
  component: SearchRoute,
})

function SearchRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(q ? `${q} · Busca` : 'Busca')
  const handleText = (text: string) => {
    const search: { q?: string } = text ? { q: text } : {}
    void navigate({ search, replace: true, resetScroll: false })
  }
  return <SearchPage text={q} onText={handleText} />
}
