import { useNavigate } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

type List =
  | `/app/admin/${'avisos' | 'labels' | 'planos' | 'tutoriais'}`
  | `/app/personalizacao/${'produtos' | 'marcas' | 'ofertas'}`

/** Props of the page of a form that shows a toast and leads to the list once saved; null while signed out. */
export function useSavedForm(list: List, savedText: string) {
  const userId = useAuth((state) => state.user?.id)
  const navigate = useNavigate()
  if (!userId) return null
  const onSaved = () => {
    showToast(savedText, 'success')
    void navigate({ to: list, ignoreBlocker: true })
  }
  return { userId, onSaved }
}
