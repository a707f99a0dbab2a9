import { createFileRoute } from '@tanstack/react-router'
import { offerForm } from '#client/features/offers/offer-form.tsx'
import { readNew } from '#client/routes/-search-params.ts'
import { NewAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/ofertas/new')({
  validateSearch: readNew,
  component: NewOfferRoute,
})

function NewOfferRoute() {
  return <NewAssetRoute assetForm={offerForm} search={Route.useSearch()} />
}
