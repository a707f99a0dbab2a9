import { createFileRoute } from '@tanstack/react-router'
import { brandForm } from '#client/features/brands/brand-form.tsx'
import { EditAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/marcas/$assetId')({ component: BrandRoute })

function BrandRoute() {
  const { assetId } = Route.useParams()
  return <EditAssetRoute key={assetId} assetForm={brandForm} assetId={assetId} />
}
