import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { OffersPage } from '#client/features/offers/offers-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/ofertas/')({
  validateSearch: readSearch,
  component: OffersRoute,
})

function OffersRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle('Ofertas · Elenco')
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return <OffersPage q={q} onSearch={handleSearch} />
}
