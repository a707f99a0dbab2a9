import { createFileRoute } from '@tanstack/react-router'
import { TutorialPage } from '#client/features/admin/tutorials/tutorial-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/tutoriais/$tutorialId/edit')({ component: TutorialRoute })

function TutorialRoute() {
  const { tutorialId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Tutorial salvo.', 'success')
    void navigate({ to: '/app/admin/tutoriais', ignoreBlocker: true })
  }
  return <TutorialPage key={tutorialId} tutorialId={tutorialId} userId={userId} onSaved={handleSaved} />
}
