import type { BetterAuthOptions } from 'better-auth'
import { LIMITS } from '#shared/limits.ts'
import type { firstProof } from '../accounts/first-proof.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetSignInFailures } from '../limits/sign-in-limiter.ts'
import { type AccountMails, LINK_SECONDS } from '../mail/account-mails.ts'
import { forgetTrustedDevices } from '../second-factor/trusted-devices.ts'
import type { PasswordHashing } from './hashing.ts'
import { forgetResetTokens } from './reset-tokens.ts'

/** The fields of a new account in the response, those of the admin plugin included. */
const NEW_ACCOUNT = {
  role: 'user',
  banned: false,
  banReason: null,
  banExpires: null,
  bio: null,
  phoneNumber: null,
  hasCompletedOnboarding: false,
  twoFactorEnabled: false,
}

type Settings = {
  limits: LimitStore
  mails: AccountMails
  requireVerification: boolean
  passwords: PasswordHashing
  proof: Pick<ReturnType<typeof firstProof>, 'removeStrangers'>
}

/** Settings for sign-in by e-mail and password, with its mails. */
export function passwordSettings({ limits, mails, requireVerification, passwords, proof }: Settings) {
  return {
    emailAndPassword: {
      enabled: true,
      minPasswordLength: LIMITS.passwordMin,
      maxPasswordLength: LIMITS.passwordMax,
      requireEmailVerification: requireVerification,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: passwords,
      sendResetPassword: async ({ user, url, token }) => mails.reset(user, { url, token }),
      onPasswordReset: async ({ user }) => {
        await forgetResetTokens(limits.db, { userId: user.id })
        await forgetTrustedDevices(limits.db, user.id)
        // Access to the mailbox proves the identity.
        await forgetSignInFailures(limits, user.email)
        mails.passwordChanged(user)
      },
      // For an existing address, which the response must not reveal.
      customSyntheticUser: ({ coreFields, additionalFields, id }) => ({
        ...coreFields,
        ...NEW_ACCOUNT,
        ...additionalFields,
        id,
      }),
      onExistingUserSignUp: async ({ user }) => mails.accountExists(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      expiresIn: LINK_SECONDS,
      beforeEmailVerification: (user, request) => proof.removeStrangers(user, request),
      sendVerificationEmail: async ({ user, url }) => mails.verification(user, url),
    },
  } satisfies Pick<BetterAuthOptions, 'emailAndPassword' | 'emailVerification'>
}
