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
  verifyEmail,
} from './messages.ts'

type Person = { id: string; name: string; email: string }

/** How long better-auth's links work. */
export const LINK_SECONDS = 3_600
const validMinutes = LINK_SECONDS / 60

type Options = LimitStore & { log: Logger; mailer: Mailer; appUrl: string; rateLimits: boolean }

/** The mails about an account. None of these calls waits, and none of them fails: whoever asked learns nothing by them. */
export function accountMails({ db, redis, log, mailer, appUrl, rateLimits }: Options) {
  const post = (to: Person, letter: MailMessage) =>
    mailer.send({ ...letter, to: { name: to.name, address: to.email } })
  // Not even the counting is waited for: a call may hold a connection of its own meanwhile.
  const later = (work: () => Promise<void>) =>
    void work().catch((error) => log.error({ err: error }, 'mail not sent'))
  const mayPost = async (kind: string, email: string) =>
    !rateLimits || (await reserveMail({ db, redis }, { kind, email }))

  return {
    verification(user: Person, url: string): void {
      const link = new URL(url)
      link.searchParams.set('callbackURL', '/callback')
      later(async () => {
        if (!(await mayPost('verify-email', user.email))) return
        post(user, verifyEmail({ appUrl, name: user.name, link: link.href, validMinutes }))
      })
    },
    /** Sends the newest link; the older ones are worthless from then on. */
    reset(user: Person, { url, token }: { url: string; token: string }): void {
      later(async () => {
        // What nobody is sent must not make worthless what somebody was.
        if (!(await mayPost('reset-password', user.email))) return forgetResetToken(db, token)
        await forgetResetTokens(db, { userId: user.id, keep: token })
        post(user, resetPassword({ appUrl, name: user.name, link: url, validMinutes }))
      })
    },
    passwordChanged(user: Person): void {
      post(user, passwordChanged({ appUrl, name: user.name, at: new Date() }))
    },
    newSignIn(user: Person, from: { device: string; place: string }): void {
      post(user, newSignIn({ appUrl, name: user.name, at: new Date(), ...from }))
    },
    /** Somebody wanted to sign up with an address that has an account, where the call must not say so. */
    accountExists(user: Person): void {
      later(async () => {
        if (!(await mayPost('account-exists', user.email))) return
        post(user, accountExists({ appUrl, name: user.name }))
      })
    },
  }
}

export type AccountMails = ReturnType<typeof accountMails>
