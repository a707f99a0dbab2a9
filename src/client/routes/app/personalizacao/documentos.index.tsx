import { createFileRoute } from '@tanstack/react-router'
import { DocumentsPage } from '#client/features/documents/documents-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/documentos/')({
  validateSearch: readSearch,
  component: DocumentsRoute,
})

function DocumentsRoute() {
  return <DocumentsPage {...useListSearch()} />
}
