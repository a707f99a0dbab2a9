import { createFileRoute } from '@tanstack/react-router'
import { LabelPage } from '#client/features/admin/labels/label-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/labels/$labelId/edit')({ component: LabelRoute })

function LabelRoute() {
  const { labelId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Etiqueta salva.', 'success')
    void navigate({ to: '/app/admin/labels', ignoreBlocker: true })
  }
  return <LabelPage key={labelId} labelId={labelId} userId={userId} onSaved={handleSaved} />
}
