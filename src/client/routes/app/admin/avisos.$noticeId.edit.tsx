import { createFileRoute } from '@tanstack/react-router'
import { NoticePage } from '#client/features/admin/notices/notice-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/avisos/$noticeId/edit')({ component: NoticeRoute })

function NoticeRoute() {
  const { noticeId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Aviso salvo.', 'success')
    void navigate({ to: '/app/admin/avisos', ignoreBlocker: true })
  }
  return <NoticePage key={noticeId} noticeId={noticeId} userId={userId} onSaved={handleSaved} />
}
