import { createFileRoute } from '@tanstack/react-router'
import { productForm } from '#client/features/products/product-form.tsx'
import { EditAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/produtos/$assetId')({ component: ProductRoute })

function ProductRoute() {
  const { assetId } = Route.useParams()
  return <EditAssetRoute key={assetId} assetForm={productForm} assetId={assetId} />
}
