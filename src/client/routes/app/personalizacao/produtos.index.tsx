import { createFileRoute } from '@tanstack/react-router'
import { AssetListPage } from '#client/features/business/asset-list-page.tsx'
import { productDescription } from '#client/features/products/product-description.ts'
import { readSearch } from '#client/routes/-search-params.ts'
import { useListSearch } from '#client/routes/-use-list-search.ts'

export const Route = createFileRoute('/app/personalizacao/produtos/')({
  validateSearch: readSearch,
  component: ProductsRoute,
})

function ProductsRoute() {
  return <AssetListPage description={productDescription} {...useListSearch()} />
}
