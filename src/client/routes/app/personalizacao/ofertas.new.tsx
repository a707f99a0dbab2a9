import { createFileRoute } from '@tanstack/react-router'
import { DraftStep } from '#client/features/asset-drafts/asset-draft-step.tsx'
import { useSavedToast } from '#client/features/asset-drafts/use-saved-toast.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { NewOfferPage } from '#client/features/offers/offer-page.tsx'
import { readNew, replyOf } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/ofertas/new')({
  validateSearch: readNew,
  component: NewOfferRoute,
})

function NewOfferRoute() {
  const search = Route.useSearch()
  const source = replyOf(search)
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  const notifySaved = useSavedToast('Oferta salva.', source)
  if (!userId) return null
  const handleSaved = () => {
    notifySaved()
    void navigate({ to: '/app/personalizacao/ofertas', ignoreBlocker: true })
  }
  return (
    <DraftStep kind="offer" source={source} userId={userId}>
      {(read) => <NewOfferPage userId={userId} copyOf={search.de} read={read} onSaved={handleSaved} />}
    </DraftStep>
  )
}
