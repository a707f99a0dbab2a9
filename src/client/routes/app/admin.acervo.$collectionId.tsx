import { createFileRoute } from '@tanstack/react-router'
import { HouseCollectionPage } from '#client/features/admin/collections/house-collection-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/admin/acervo/$collectionId')({
  validateSearch: readSearch,
  component: HouseCollectionRoute,
})

function HouseCollectionRoute() {
  const { collectionId } = Route.useParams()
  return <HouseCollectionPage key={collectionId} collectionId={collectionId} {...useListSearch()} />
}
