import { createFileRoute } from '@tanstack/react-router'
import { UserNewPage } from '#client/features/admin/users/new-user-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { AdminUser } from '#shared/contract/users.ts'

export const Route = createFileRoute('/app/admin/users/new')({ component: NewUserRoute })

function NewUserRoute() {
  const editorId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!editorId) return null
  const handleCreated = ({ id: userId, name }: AdminUser) => {
    showToast(`Conta de ${name} criada.`, 'success')
    void navigate({ to: '/app/admin/users/$userId/edit', params: { userId }, ignoreBlocker: true })
  }
  return <UserNewPage editorId={editorId} onCreated={handleCreated} />
}
