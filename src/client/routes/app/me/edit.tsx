import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { MeForm } from '#client/features/me/me-form.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/me/edit')({ component: EditRoute })

function EditRoute() {
  const user = useAuth((state) => state.user)
  const navigate = Route.useNavigate()
  if (!user) return null
  const handleSaved = () => {
    showToast('Perfil salvo.', 'success')
    void navigate({ to: '/app/me', ignoreBlocker: true })
  }
  return <MeForm user={user} onSaved={handleSaved} />
}
