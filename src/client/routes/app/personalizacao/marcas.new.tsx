import { createFileRoute } from '@tanstack/react-router'
import { brandForm } from '#client/features/brands/brand-form.tsx'
import { readNew } from '#client/routes/-search-params.ts'
import { NewAssetRoute } from './-asset-routes.tsx'

export const Route = createFileRoute('/app/personalizacao/marcas/new')({
  validateSearch: readNew,
  component: NewBrandRoute,
})

function NewBrandRoute() {
  return <NewAssetRoute assetForm={brandForm} search={Route.useSearch()} />
}
