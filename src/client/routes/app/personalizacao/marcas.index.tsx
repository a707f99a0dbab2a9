import { createFileRoute } from '@tanstack/react-router'
import { brandDescription } from '#client/features/brands/brand-description.ts'
import { AssetListPage } from '#client/features/business/asset-list-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/')({
  validateSearch: readSearch,
  component: BrandsRoute,
})

function BrandsRoute() {
  return <AssetListPage description={brandDescription} {...useListSearch()} />
}
