import { createFileRoute } from '@tanstack/react-router'
import { offerForm } from '#client/features/offers/offer-form.tsx'
import { EditAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/ofertas/$assetId')({ component: OfferRoute })

function OfferRoute() {
  const { assetId } = Route.useParams()
  return <EditAssetRoute key={assetId} assetForm={offerForm} assetId={assetId} />
}
