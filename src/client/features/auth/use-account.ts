import { useNavigate } from '@tanstack/react-router'
import { authStore, useAuth } from './auth.ts'

/** The signed-in person and the way out. */
export function useAccount() {
  const user = useAuth((state) => state.user)
  const navigate = useNavigate()
  const signOut = async () => {
    await authStore.getState().logout()
    await navigate({ to: '/sign-in', replace: true })
  }
  return { user, signOut }
}
