import { redirect } from '@tanstack/react-router'
import { authErrorText, toPortuguese } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { isLocalPath } from '#shared/local-path.ts'
import { authStore } from './auth.ts'

type Visit = { preload: boolean; location: { href: string; pathname: string } }

/** Lets only a signed-in person pass; anybody else goes to sign in and comes back to the same page afterwards. */
export async function requireSession({ preload, location }: Visit): Promise<void> {
  // Pointing at a link must not sign anybody out, as a failed validation does.
  if (preload) return
  const before = authStore.getState().user
  const user = await authStore
    .getState()
    .ensureSession()
    .catch((error: unknown) => {
      showToast(authErrorText(error), 'error')
      return null
    })
  if (user === undefined && before) showToast(toPortuguese('Authentication failed or session expired'))
  if (!user) throw redirect({ to: '/sign-in', search: { redirect: location.href }, replace: true })
}

/** Lets only administrators on; comes after {@link requireSession}. The server refuses everybody else once more. */
export function requireAdministrator({ preload }: Pick<Visit, 'preload'>): void {
  if (preload || authStore.getState().user?.role === 'admin') return
  throw redirect({ to: '/app', replace: true })
}

/** Where a mail about a lost password leads; whoever is signed in finds the way to another one elsewhere. */
const LOST_PASSWORD = /^\/(forgot|reset-password)\/?$/

/** Sends a person who is already signed in to the app. A session that cannot be checked counts as none. */
export async function requireVisitor({ preload, location }: Visit): Promise<void> {
  if (preload) return
  const user = await authStore
    .getState()
    .ensureSession()
    .catch(() => undefined)
  if (!user) return
  if (LOST_PASSWORD.test(location.pathname)) {
    showToast('Você já está na sua conta. Para trocar a senha, abra o seu perfil.')
  }
  throw redirect({ to: '/app', replace: true })
}

type Arrival = { error?: string | undefined; redirect?: string | undefined }

/**
 * Where the links of mails and the way back from Google end: the session is asked for anew, and leads into the app
 * or to sign in. Only a failure stays, to be told.
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
  // A link of a mail that was opened twice has done its work the first time.
  const isConfirmed = user?.emailVerified === true
  if (error && !(error === 'INVALID_TOKEN' && isConfirmed)) return
  if (isConfirmed && before?.emailVerified === false) showToast('E-mail confirmado. Obrigado!', 'success')
  // Google always brings a session along: whoever comes without one, and without a failure, confirmed an address.
  if (user === undefined && !before) showToast('E-mail confirmado. Entre para continuar.', 'success')
  if (!user) throw redirect({ to: '/sign-in', search: { redirect: target }, replace: true })
  throw redirect({ href: target && isLocalPath(target) ? target : '/app', replace: true })
}
