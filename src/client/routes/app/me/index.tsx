import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPurchase } from '#client/components/purchase/confirm-purchase.tsx'
import { WaitingPurchase } from '#client/components/purchase/waiting-purchase.tsx'
import { useAccount } from '#client/features/auth/use-account.ts'
import { meQueries } from '#client/features/me/me.api.ts'
import { MePage } from '#client/features/me/me-page.tsx'
import { PlanSection } from '#client/features/subscriptions/plan-section.tsx'
import { notify } from '#client/lib/notify.ts'
import { readClaim, readPayment } from '#client/lib/search-params.ts'

export const Route = createFileRoute('/app/me/')({
  validateSearch: (search: Record<string, unknown>) => ({ ...readClaim(search), ...readPayment(search) }),
  component: MeRoute,
})

function MeRoute() {
  const { compra, assinatura } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, isImpersonated, signOut } = useAccount()
  const me = useQuery(meQueries.current())
  const sessions = useQuery({ ...meQueries.sessions(), enabled: !isImpersonated })
  if (!user) return null
  const forgetSearch = () => void navigate({ to: '/app/me', search: {}, replace: true })
  const handleDeleted = () => {
    notify('Sua conta foi excluída. Foi bom ter você aqui.', 'success')
    void signOut()
  }
  return (
    <>
      <MePage
        user={user}
        me={me}
        sessions={sessions}
        plan={
          <>
            {!isImpersonated && <WaitingPurchase email={user.email} />}
            <PlanSection
              userId={user.id}
              isOwn={!isImpersonated}
              returned={assinatura}
              onReturned={forgetSearch}
            />
          </>
        }
        isImpersonated={isImpersonated}
        onDeleted={handleDeleted}
      />
      {compra && !isImpersonated && <ConfirmPurchase token={compra} onDone={forgetSearch} />}
    </>
  )
}
