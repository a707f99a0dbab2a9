import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { OfferPage } from '#client/features/offers/offer-page.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/personalizacao/ofertas/$offerId')({ component: OfferRoute })

function OfferRoute() {
  const { offerId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Oferta salva.', 'success')
    void navigate({ to: '/app/personalizacao/ofertas', ignoreBlocker: true })
  }
  return <OfferPage key={offerId} offerId={offerId} userId={userId} onSaved={handleSaved} />
}
