import { createFileRoute } from '@tanstack/react-router'
import { AssetListPage } from '#client/features/business/asset-list-page.tsx'
import { offerDescription } from '#client/features/offers/offer-description.ts'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/ofertas/')({
  validateSearch: readSearch,
  component: OffersRoute,
})

function OffersRoute() {
  return <AssetListPage description={offerDescription} {...useListSearch()} />
}
