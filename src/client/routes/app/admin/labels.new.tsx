import { createFileRoute } from '@tanstack/react-router'
import { NewLabelPage } from '#client/features/admin/labels/label-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/labels/new')({ component: NewLabelRoute })

function NewLabelRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Etiqueta criada.', 'success')
    void navigate({ to: '/app/admin/labels', ignoreBlocker: true })
  }
  return <NewLabelPage userId={userId} onSaved={handleSaved} />
}
