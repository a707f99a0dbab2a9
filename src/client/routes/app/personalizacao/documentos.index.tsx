import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '#client/features/documents/documents-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/documentos/')({
  validateSearch: readSearch,
  component: DocumentsRoute,
})

function DocumentsRoute() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const handleSearch = (text: string) =>
    void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return <DocumentsPage q={q} onSearch={handleSearch} />
}
