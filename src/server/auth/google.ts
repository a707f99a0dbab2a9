import type { AuthContext, OAuthMappedUser } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Logger } from 'pino'
import { LIMITS } from '#shared/limits.ts'

export type GoogleOptions = { clientId: string; clientSecret: string; issuer: string }

const RETRY_MS = 30_000
/** The page shows no pictures of other servers; the type knows no other way to leave out the one that is there. */
const NO_PICTURE = { image: undefined as unknown as string }

/**
 * Sign-in by Google, or by another OpenID issuer in its place. The issuer is asked for its endpoints beside the start,
 * and again later when it did not answer, so that it is in nobody's way who signs in otherwise.
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
          // Linking hangs on it, so that nothing but true is true.
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
    /** Whether people can sign in so; while they can't, asking is what makes it try again. */
    isReady(): boolean {
      if (!isReady && performance.now() - triedAt > RETRY_MS) {
        triedAt = performance.now()
        connect().catch((error) => log.error({ err: error }, 'Google sign-in not set up'))
      }
      return isReady
    },
  }
}

/** A name as the contract would have it; whoever has none there is called by the beginning of their address. */
function nameOf(given: unknown, email: unknown): string {
  const [mailbox = ''] = String(email ?? '').split('@')
  const name = typeof given === 'string' ? given.replace(/\p{C}/gu, '').trim() : ''
  return (name || mailbox).slice(0, LIMITS.nameLength)
}
