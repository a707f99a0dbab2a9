import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { EmailForm, SignUpForm, UpdateUserForm } from './auth.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

// The fields of administrators' forms; their calls' bodies, in `users.ts`, are made of the very same ones.

const { name, bio, phoneNumber } = UpdateUserForm.shape
const { email } = EmailForm.shape
const { password } = SignUpForm.shape
const role = mini.enum(['admin', 'user'])

/** The form for a new account (SPEC §4). */
export const CreateUserForm = mini.object({ name, email, password, phoneNumber, role })
export type CreateUserForm = mini.infer<typeof CreateUserForm>

/** The form of somebody's account. */
export const EditUserForm = mini.object({
  name,
  bio,
  phoneNumber,
  /** Somebody else's photo can only be taken away. */
  removesImage: mini.boolean(),
  role,
  /** Empty while no plan is active. */
  planId: mini.string(),
})
export type EditUserForm = mini.infer<typeof EditUserForm>

/** The form for somebody's new password: whoever has the account chooses a better one later. */
export const SetPasswordForm = mini.object({ newPassword: password })

const REASON_TEXT = `O motivo deve ter no máximo ${LIMITS.banReasonLength} caracteres`

/** How long a ban holds: days, no end, or until a moment. */
export const BanDuration = mini.enum(['1', '7', '30', 'never', 'until'])
export type BanDuration = mini.infer<typeof BanDuration>

const DATE_TEXT = 'Escolha uma data no futuro'

/** The form of a ban; `banExpires` is a moment in the reader's time zone, and only looked at for `until`. */
export const BanUserForm = mini
  .object({
    banReason: mini
      .string()
      .check(
        mini.trim(),
        mini.maxLength(LIMITS.banReasonLength, REASON_TEXT),
        mini.refine(hasNoNul, NUL_TEXT),
      ),
    duration: BanDuration,
    banExpires: mini.string(),
  })
  .check(
    mini.refine((form) => form.duration !== 'until' || Date.parse(form.banExpires) > Date.now(), {
      path: ['banExpires'],
      error: DATE_TEXT,
    }),
  )
export type BanUserForm = mini.infer<typeof BanUserForm>
