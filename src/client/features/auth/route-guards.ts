import { redirect } from '@tanstack/react-router'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { isLocalPath } from '#shared/local-path.ts'
import { authStore } from './auth.ts'

type Visit = { preload: boolean; location: { href: string; pathname: string } }

/** Requires a session; else redirects to the sign-in, which returns to the page. */
export async function requireSession({ preload, location }: Visit): Promise<void> {
  // A failed validation signs out, which a preload must not do.
  if (preload) return
  const user = await authStore
    .getState()
    .ensureSession()
    .catch((error: unknown) => {
      showToast(authErrorText(error), 'error')
      return null
    })
  if (!user) throw redirect({ to: '/sign-in', search: { redirect: location.href }, replace: true })
}

/** Requires the role `admin`; after {@link requireSession}. The server checks it too. */
export function requireAdministrator({ preload }: Pick<Visit, 'preload'>): void {
  if (preload || authStore.getState().user?.role === 'admin') return
  throw redirect({ to: '/app', replace: true })
}

/** Addresses of the password reset; a signed-in user changes the password in the profile. */
const LOST_PASSWORD = /^\/(forgot|reset-password)\/?$/

/** Redirects a signed-in user to the app. A session that cannot be checked counts as none. */
export async function requireVisitor({ preload, location }: Visit): Promise<void> {
  if (preload) return
  const user = await authStore
    .getState()
    .ensureSession()
    .catch(() => undefined)
  // An invitation is also for people who have an account.
  if (!user || location.href.includes('convite=')) return
  if (LOST_PASSWORD.test(location.pathname)) {
    showToast('Você já está na sua conta. Para trocar a senha, abra o seu perfil.')
  }
  throw redirect({ to: '/app', replace: true })
}

type Arrival = { error?: string | undefined; redirect?: string | undefined }

/**
 * The target of mail links and of Google: checks the session, then redirects to the app or the sign-in. Returns only
 * for a failure, which the page shows.
 */
export async function arrive({ error, redirect: target }: Arrival): Promise<void> {
  const before = authStore.getState().user
  const user = await authStore
    .getState()
    .validateToken()
    .catch((failure: unknown) => {
      showToast(authErrorText(failure), 'error')
      return null
    })
  // A mail link that is opened twice has worked the first time.
  const isConfirmed = user?.emailVerified === true
  if (error && !(error === 'INVALID_TOKEN' && isConfirmed)) return
  if (isConfirmed && before?.emailVerified === false) showToast('E-mail confirmado. Obrigado!', 'success')
  // Google always creates a session: without one, and without a failure, an address was confirmed.
  if (user === undefined && !before) showToast('E-mail confirmado. Entre para continuar.', 'success')
  if (!user) throw redirect({ to: '/sign-in', search: { redirect: target }, replace: true })
  throw redirect({ href: target && isLocalPath(target) ? target : '/app', replace: true })
}
