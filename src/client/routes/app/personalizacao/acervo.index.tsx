import { createFileRoute } from '@tanstack/react-router'
import { CollectionsPage } from '#client/features/collections/collections-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/acervo/')({
  validateSearch: readSearch,
  component: CollectionsRoute,
})

function CollectionsRoute() {
  return <CollectionsPage {...useListSearch()} />
}
