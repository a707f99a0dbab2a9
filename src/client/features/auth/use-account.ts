import { useNavigate } from '@tanstack/react-router'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { stopImpersonating } from './auth.api.ts'
import { authStore, useAuth } from './auth.ts'

/** The signed-in user, the sign-out, and the end of an impersonation. */
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
      reportUserLeft()
      // A page load clears the other user's data.
      location.assign('/app')
    } catch (error) {
      showToast(authErrorText(error), 'error')
    }
  }
  return { user, isImpersonated, signOut, returnToSelf }
}
