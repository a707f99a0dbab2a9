import { createFileRoute } from '@tanstack/react-router'
import { PlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/planos/$planId/edit')({ component: PlanRoute })

function PlanRoute() {
  const { planId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Plano salvo.', 'success')
    void navigate({ to: '/app/admin/planos', ignoreBlocker: true })
  }
  return <PlanPage key={planId} planId={planId} userId={userId} onSaved={handleSaved} />
}
