import type { BetterAuthPlugin } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { SECOND_FACTOR } from '#shared/contract/second-factor.ts'
import { isLocalPath } from '#shared/local-path.ts'

/** Sign-ins after which the library asks accounts with an authenticator app for a code. */
export const CHALLENGED = new Set(['/sign-in/email', '/callback/:id'])

/** Calls that open a session by code or passkey. */
export const BY_FACTOR = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

/** Calls of a signed-in person that replace their session, and those of administrators. */
const INTERNAL = new Set(['/change-password', '/two-factor/disable', '/admin/impersonate-user'])

/** Whether a call may open a session for an account that signs in with codes. Unknown calls may not. */
export const mayOpenSession = (path: string | undefined): boolean =>
  path !== undefined && (CHALLENGED.has(path) || BY_FACTOR.has(path) || INTERNAL.has(path))

/** Wrong codes in a row, over all sign-ins, after which an account waits. */
const LOCKOUT = { maxFailedAttempts: 10, durationSeconds: 900 }

/**
 * better-auth's two-factor plugin. Its own check follows sign-ins with a password only; here it follows the return
 * from Google too, which is a redirect and leads to the page for the code.
 */
export function twoFactorPlugin({ appUrl }: { appUrl: string }) {
  const plugin = twoFactor({
    issuer: 'Elenco',
    allowPasswordless: true,
    trustDeviceMaxAge: SECOND_FACTOR.trustDays * 24 * 60 * 60,
    backupCodeOptions: { amount: SECOND_FACTOR.recoveryCodes, storeBackupCodes: 'encrypted' },
    accountLockout: LOCKOUT,
  })
  const [challenge] = plugin.hooks.after
  if (!challenge) throw new Error('better-auth: the two-factor plugin has no check after sign-ins')
  const after = {
    matcher: ({ path }: { path?: string | undefined }) => CHALLENGED.has(path ?? ''),
    handler: (async (call) => {
      const { returned } = Object(call).context
      const answer = Object(await challenge.handler(call))
      if (!answer.response || !isRedirect(returned)) return answer
      const location = codePage(returned, appUrl)
      const headers = new Headers(answer.headers)
      // Replaces the one of the return from Google, which the response has already.
      headers.set('location', location)
      return { response: new APIError('FOUND', undefined, { location }), headers }
    }) as typeof challenge.handler,
  }
  return { ...plugin, hooks: { after: [after] } } satisfies BetterAuthPlugin
}

type Redirect = InstanceType<typeof APIError>

const isRedirect = (returned: unknown): returned is Redirect =>
  isAPIError(returned) && returned.statusCode === 302

/** The page for the code, with the page that was asked for before the sign-in. */
function codePage({ headers }: Redirect, appUrl: string): string {
  const location = new Headers(headers).get('location') ?? ''
  const wanted = new URL(location, appUrl).searchParams.get('redirect')
  const query = wanted && isLocalPath(wanted) ? `?${new URLSearchParams({ redirect: wanted })}` : ''
  return `${appUrl}/sign-in/code${query}`
}
