import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '#client/features/auth/use-account.ts'
import { MePage } from '#client/features/me/me-page.tsx'
import { PlanSection } from '#client/features/subscriptions/plan-section.tsx'
import { readClaim, readPayment } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/me/')({
  validateSearch: (search: Record<string, unknown>) => ({ ...readClaim(search), ...readPayment(search) }),
  component: MeRoute,
})

function MeRoute() {
  const { compra, assinatura } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated, signOut } = useAccount()
  if (!user) return null
  const forgetSearch = () => void navigate({ to: '/app/me', search: {}, replace: true })
  const own = { userId: user.id, isOwn: !isImpersonated }
  return (
    <MePage
      user={user}
      isImpersonated={isImpersonated}
      plan={<PlanSection {...own} returned={assinatura} onReturned={forgetSearch} />}
      claim={compra}
      onConfirmed={forgetSearch}
      onSignOut={() => void signOut()}
    />
  )
}
