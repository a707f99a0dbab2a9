import { useNavigate } from '@tanstack/react-router'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { stopImpersonating } from './auth.api.ts'
import { authStore, useAuth } from './auth.ts'

/** The signed-in person, the way out, and for an administrator in somebody's account the way back. */
export function useAccount() {
  const user = useAuth((state) => state.user)
  const isImpersonated = useAuth((state) => Boolean(state.session?.impersonatedBy))
  const navigate = useNavigate()
  const signOut = async () => {
    await authStore.getState().logout()
    await navigate({ to: '/sign-in', replace: true })
  }
  const returnToSelf = async () => {
    try {
      await stopImpersonating()
      // Nothing of the other person stays in memory.
      location.assign('/app')
    } catch (error) {
      showToast(authErrorText(error), 'error')
    }
  }
  return { user, isImpersonated, signOut, returnToSelf }
}
