import { z } from 'zod'
import * as mini from 'zod/mini'
import { isLocalPath } from '../local-path.ts'
import { EmailForm, ReplacementPassword, SignIn } from './auth.ts'
import { Id } from './scalars.ts'

const LocalPath = z
  .string('Endereço de retorno inválido')
  .max(2_000, 'Endereço de retorno inválido')
  .refine(isLocalPath, 'Endereço de retorno inválido')

/**
 * Body of `POST /api/auth/request-password-reset` and `/send-verification-email`. The links in their mails
 * are fixed.
 */
export const EmailRequest = z.object(EmailForm.shape)

/** Body of `POST /api/auth/reset-password`; the confirmation exists only in the form. */
export const ResetPassword = z.object({
  newPassword: ReplacementPassword,
  token: z.string('O link não é válido').min(1, 'O link não é válido').max(200, 'O link não é válido'),
})

/** Body of `POST /api/auth/change-password`; all other sessions end. */
export const ChangePassword = z.object({
  currentPassword: SignIn.shape.password,
  newPassword: ReplacementPassword,
})

/**
 * Body of `POST /api/auth/sign-in/social`. The addresses are redirects after success, failure and the
 * creation of an account.
 */
export const SignInSocial = z.object({
  provider: z.literal('google', 'Provedor desconhecido'),
  callbackURL: LocalPath.default('/callback'),
  errorCallbackURL: LocalPath.default('/sign-in'),
  newUserCallbackURL: LocalPath.optional(),
})

/** Body of `POST /api/auth/revoke-session`. */
export const RevokeSession = z.object({ sessionId: Id })

/** A session of the signed-in user, as `GET /api/auth/list-sessions` answers it, most recently seen first. */
export const OwnSession = mini.object({
  id: Id,
  /** Browser and system, such as "Chrome no Windows". */
  device: mini.string(),
  /** Network of the client, never a full address. */
  place: mini.string(),
  createdAt: mini.string(),
  lastSeenAt: mini.string(),
  /** The session of this request. */
  isCurrent: mini.boolean(),
})
export type OwnSession = mini.infer<typeof OwnSession>
