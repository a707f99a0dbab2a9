import { createFileRoute } from '@tanstack/react-router'
import { NewNoticePage } from '#client/features/admin/notices/notice-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/avisos/new')({ component: NewNoticeRoute })

function NewNoticeRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Aviso criado.', 'success')
    void navigate({ to: '/app/admin/avisos', ignoreBlocker: true })
  }
  return <NewNoticePage userId={userId} onSaved={handleSaved} />
}
