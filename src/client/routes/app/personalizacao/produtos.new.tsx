import { createFileRoute } from '@tanstack/react-router'
import { productForm } from '#client/features/products/product-form.tsx'
import { readNew } from '#client/routes/-search-params.ts'
import { NewAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/produtos/new')({
  validateSearch: readNew,
  component: NewProductRoute,
})

function NewProductRoute() {
  return <NewAssetRoute assetForm={productForm} search={Route.useSearch()} />
}
