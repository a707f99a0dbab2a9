import type { AuthContext, OAuthMappedUser } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Logger } from 'pino'
import { LIMITS } from '#shared/limits.ts'

export type GoogleOptions = { clientId: string; clientSecret: string; issuer: string }

const RETRY_MS = 30_000
/** The app shows no external images. The type requires the field, so it is set to undefined. */
const NO_PICTURE = { image: undefined as unknown as string }

/**
 * Sign-in with Google or another OpenID issuer. Discovery runs in the background and is retried, so that an
 * outage of the issuer does not affect other sign-ins.
 */
export function googleSignIn(
  { clientId, clientSecret, issuer }: GoogleOptions,
  {
    log,
    requireVerified,
    context,
  }: { log: Logger; requireVerified: boolean; context(): Promise<AuthContext> },
) {
  const plugin = genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Google',
        clientId,
        clientSecret,
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        requireEmailVerification: requireVerified,
        mapProfileToUser: (profile): OAuthMappedUser => ({
          name: nameOf(profile.name, profile.email),
          ...NO_PICTURE,
          // Account linking depends on it, so only a literal `true` counts.
          emailVerified: profile.email_verified === true,
        }),
      },
    ],
  })
  let isReady = false
  let triedAt = Number.NEGATIVE_INFINITY

  async function connect(): Promise<void> {
    const auth = await context()
    const { socialProviders } = (await plugin.init(auth)).context
    isReady = socialProviders.some(({ id }) => id === 'google')
    if (isReady) auth.socialProviders.push(...socialProviders.filter(({ id }) => id === 'google'))
    else log.error({ issuer }, 'no answer from the issuer of Google sign-in')
  }

  return {
    /** Whether the sign-in works now; a call during an outage triggers a retry. */
    isReady(): boolean {
      if (!isReady && performance.now() - triedAt > RETRY_MS) {
        triedAt = performance.now()
        connect().catch((error) => log.error({ err: error }, 'Google sign-in not set up'))
      }
      return isReady
    },
  }
}

/** A valid name; without one, the mailbox of the address. */
function nameOf(given: unknown, email: unknown): string {
  const [mailbox = ''] = String(email ?? '').split('@')
  const name = typeof given === 'string' ? given.replace(/\p{C}/gu, '').trim() : ''
  return (name || mailbox).slice(0, LIMITS.nameLength)
}
