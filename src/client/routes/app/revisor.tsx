import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { ReviewPage } from '#client/features/reviews/review-page.tsx'
import { readReviewed } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/revisor')({
  validateSearch: readReviewed,
  component: ReviewRoute,
})

function ReviewRoute() {
  const { resposta, oferta, ...filled } = Route.useSearch()
  const userId = useAuth((state) => state.user?.id)
  if (!userId) return null
  return (
    <ReviewPage
      key={[resposta ?? oferta, filled.de, filled.mensagem].join()}
      userId={userId}
      messageId={resposta}
      offerId={oferta}
      filled={filled}
    />
  )
}
