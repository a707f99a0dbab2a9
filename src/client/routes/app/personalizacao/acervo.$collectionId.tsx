import { createFileRoute } from '@tanstack/react-router'
import { CollectionPage } from '#client/features/collections/collection-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/acervo/$collectionId')({
  validateSearch: readSearch,
  component: CollectionRoute,
})

function CollectionRoute() {
  const { collectionId } = Route.useParams()
  return <CollectionPage key={collectionId} collectionId={collectionId} {...useListSearch()} />
}
