import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '#client/features/products/products-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/produtos/')({
  validateSearch: readSearch,
  component: ProductsRoute,
})

function ProductsRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  useDocumentTitle('Produtos · Elenco')
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return <ProductsPage q={q} onSearch={handleSearch} />
}
