import { createFileRoute } from '@tanstack/react-router'
import { NewPlanPage } from '#client/features/admin/plans/plan-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/planos/new')({ component: NewPlanRoute })

function NewPlanRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Plano criado.', 'success')
    void navigate({ to: '/app/admin/planos', ignoreBlocker: true })
  }
  return <NewPlanPage userId={userId} onSaved={handleSaved} />
}
