import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { EmailForm, SignUpForm, UpdateUserForm } from './auth.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now())

// Fields of the administrators' forms; the bodies in `users.ts` share them.

const { name, bio, phoneNumber } = UpdateUserForm.shape
const { email } = EmailForm.shape
const { password } = SignUpForm.shape
const role = mini.enum(['admin', 'user'])

/** Form for a new account (SPEC §4). */
export const CreateUserForm = mini.object({ name, email, password, phoneNumber, role })
export type CreateUserForm = mini.infer<typeof CreateUserForm>

/** Form for a person to add; `planId` and `planUntil` are empty for no plan and no end. */
export const AddPersonForm = mini
  .object({ name, email, planId: mini.string(), planUntil: mini.string() })
  .check(
    mini.refine(({ planId, planUntil }) => planId === '' || planUntil === '' || planUntil >= today(), {
      path: ['planUntil'],
      error: 'A data já passou',
    }),
  )
export type AddPersonForm = mini.infer<typeof AddPersonForm>

/** Form of another user's account. */
export const EditUserForm = mini
  .object({
    name,
    bio,
    phoneNumber,
    /** Another user's photo can only be removed. */
    removesImage: mini.boolean(),
    role,
    /** The plan given by hand; empty for none. */
    planId: mini.string(),
    /** Its last day in São Paulo, such as 2026-11-30; empty for no end. */
    planUntil: mini.string(),
  })
  .check(
    mini.refine(({ planId, planUntil }) => planId === '' || planUntil === '' || planUntil >= today(), {
      path: ['planUntil'],
      error: 'A data já passou',
    }),
  )
export type EditUserForm = mini.infer<typeof EditUserForm>

/** Form for another user's password: initial rules, because the user replaces it later. */
export const SetPasswordForm = mini.object({ newPassword: password })

const REASON_TEXT = `O motivo deve ter no máximo ${LIMITS.banReasonLength} caracteres`

/** Days, no end, or until a date. */
export const BanDuration = mini.enum(['1', '7', '30', 'never', 'until'])
export type BanDuration = mini.infer<typeof BanDuration>

const DATE_TEXT = 'Escolha uma data no futuro'

/** `banExpires` is in the administrator's time zone, and used only for `until`. */
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
