import { createFileRoute } from '@tanstack/react-router'
import { NewTutorialPage } from '#client/features/admin/tutorials/tutorial-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/tutoriais/new')({ component: NewTutorialRoute })

function NewTutorialRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Tutorial publicado.', 'success')
    void navigate({ to: '/app/admin/tutoriais' })
  }
  return <NewTutorialPage userId={userId} onSaved={handleSaved} />
}
