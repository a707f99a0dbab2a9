import { createFileRoute } from '@tanstack/react-router'
import { HouseCollectionsPage } from '#client/features/admin/collections/house-collections-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/admin/acervo/')({
  validateSearch: readSearch,
  component: HouseCollectionsRoute,
})

function HouseCollectionsRoute() {
  return <HouseCollectionsPage {...useListSearch()} />
}
