import { redirect } from '@tanstack/react-router'
import { notify } from '#client/lib/notify.ts'
import { authErrorText, toPortuguese } from '#client/lib/texts.ts'
import { authStore } from './auth.ts'

type Visit = { preload: boolean; location: { href: string } }

/** Lets only a signed-in person pass; anybody else goes to sign in and comes back to the same page afterwards. */
export async function requireSession({ preload, location }: Visit): Promise<void> {
  // Pointing at a link must not sign anybody out, as a failed validation does.
  if (preload) return
  const before = authStore.getState().user
  const user = await authStore
    .getState()
    .ensureSession()
    .catch((error: unknown) => {
      notify(authErrorText(error), 'error')
      return null
    })
  if (user === undefined && before) notify(toPortuguese('Authentication failed or session expired'))
  if (!user) throw redirect({ to: '/sign-in', search: { redirect: location.href }, replace: true })
}

/** Sends a person who is already signed in to the app. A session that cannot be checked counts as none. */
export async function requireVisitor({ preload }: Visit): Promise<void> {
  if (preload) return
  const user = await authStore
    .getState()
    .ensureSession()
    .catch(() => undefined)
  if (user) throw redirect({ to: '/app', replace: true })
}
