import type { Logger } from 'pino'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetResetToken, forgetResetTokens } from '../passwords/reset-tokens.ts'
import { reserveMail } from './mail-limit.ts'
import type { Mailer } from './mailer.ts'
import {
  accountExists,
  type MailMessage,
  newSignIn,
  passwordChanged,
  resetPassword,
  type SignInChange,
  signInChanged,
  verifyEmail,
} from './messages.ts'

type Person = { id: string; name: string; email: string }

/** Validity of better-auth's links, in seconds. */
export const LINK_SECONDS = 3_600
const validMinutes = LINK_SECONDS / 60

type Options = LimitStore & { log: Logger; mailer: Mailer; appUrl: string; rateLimits: boolean }

/**
 * Mails about an account. The calls never wait and never fail, so that their timing reveals nothing to the
 * caller.
 */
export function accountMails({ db, redis, log, mailer, appUrl, rateLimits }: Options) {
  const post = (to: Person, letter: MailMessage) =>
    mailer.send({ ...letter, to: { name: to.name, address: to.email } })
  // Not awaited, not even the rate count: the caller may hold a database connection.
  const later = (work: () => Promise<void>) =>
    void work().catch((error) => log.error({ err: error }, 'mail not sent'))
  const isWithinLimit = async (kind: string, email: string) =>
    !rateLimits || (await reserveMail({ db, redis }, { kind, email }))

  return {
    verification(user: Person, url: string): void {
      const link = new URL(url)
      link.searchParams.set('callbackURL', '/callback')
      later(async () => {
        if (!(await isWithinLimit('verify-email', user.email))) return
        post(user, verifyEmail({ appUrl, name: user.name, link: link.href, validMinutes }))
      })
    },
    /** Sends a reset link and invalidates the older ones. */
    reset(user: Person, { url, token }: { url: string; token: string }): void {
      later(async () => {
        // A link that is not sent must not invalidate the one that was.
        if (!(await isWithinLimit('reset-password', user.email))) return forgetResetToken(db, token)
        await forgetResetTokens(db, { userId: user.id, keep: token })
        post(user, resetPassword({ appUrl, name: user.name, link: url, validMinutes }))
      })
    },
    passwordChanged(user: Person): void {
      post(user, passwordChanged({ appUrl, name: user.name, at: new Date() }))
    },
    signInChanged(user: Person, change: SignInChange): void {
      post(user, signInChanged({ appUrl, name: user.name, at: new Date(), change }))
    },
    newSignIn(user: Person, from: { device: string; place: string }): void {
      post(user, newSignIn({ appUrl, name: user.name, at: new Date(), ...from }))
    },
    /** For a sign-up with an existing address, which the response must not reveal. */
    accountExists(user: Person): void {
      later(async () => {
        if (!(await isWithinLimit('account-exists', user.email))) return
        post(user, accountExists({ appUrl, name: user.name }))
      })
    },
  }
}

export type AccountMails = ReturnType<typeof accountMails>
