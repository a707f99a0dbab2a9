import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { BrandsPage } from '#client/features/brands/brands-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/')({
  validateSearch: readSearch,
  component: BrandsRoute,
})

function BrandsRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle('Marcas · Elenco')
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return <BrandsPage q={q} onSearch={handleSearch} />
}
