import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { isUploadUrl } from '../upload-addresses.ts'
import { hasNoNul, Id, NUL_TEXT } from './scalars.ts'

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>

const { bioLength } = LIMITS
const BIO_TOO_LONG = `A bio deve ter no máximo ${bioLength} caracteres`

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/

// Form fields, shared with the bodies of calls.
const emailOf = (missing: string) =>
  mini.pipe(
    mini
      .string({ error: missing })
      .check(
        mini.trim(),
        mini.toLowerCase(),
        mini.minLength(1, missing),
        mini.maxLength(LIMITS.emailLength, 'Email inválido'),
      ),
    mini.email('Email inválido'),
  )

/** SPEC §4 gives one text to missing and invalid addresses of a sign-up and of a password request. */
const Email = emailOf('Email inválido')

const GivenEmail = emailOf('Informe o e-mail')

const Name = mini.string({ error: 'O nome é obrigatório' }).check(
  mini.trim(),
  mini.minLength(1, 'O nome é obrigatório'),
  mini.maxLength(LIMITS.nameLength, `O nome deve ter no máximo ${LIMITS.nameLength} caracteres`),
  mini.refine((name) => !CONTROL.test(name), 'O nome tem caracteres inválidos'),
)

const PASSWORD_SHORT = 'A senha deve ter no mínimo 8 caracteres'
const isLongEnough = mini.minLength(LIMITS.passwordMin, PASSWORD_SHORT)
const isShortEnough = mini.maxLength(
  LIMITS.passwordMax,
  `A senha deve ter no máximo ${LIMITS.passwordMax} caracteres`,
)

const NewPassword = mini.string({ error: PASSWORD_SHORT }).check(isLongEnough, isShortEnough)

const Phone = mini
  .string({ error: 'Telefone deve conter 10 ou 11 dígitos' })
  .check(mini.regex(/^(\d{10,11})?$/, 'Telefone deve conter 10 ou 11 dígitos'))

const signUpFields = {
  name: Name,
  email: Email,
  password: NewPassword,
  phoneNumber: mini.optional(Phone),
  termsAccepted: mini.optional(mini.boolean()),
  /** Single-use token of `/sign-up?setup=…` (SPEC §9) for the first administrator. */
  setupToken: mini.optional(mini.string().check(mini.maxLength(200))),
}

/** Body of `POST /api/auth/sign-up/email`. Unknown fields are dropped, protected ones refused. */
export const SignUp = z.object(signUpFields)
export type SignUp = z.infer<typeof SignUp>

/** The call's body with mandatory consent and the confirmation, which is not sent. */
export const SignUpForm = mini
  .object({
    ...signUpFields,
    termsAccepted: mini
      .boolean()
      .check(mini.refine((isAccepted) => isAccepted, 'Para criar a conta, é preciso aceitar os termos')),
    confirmPassword: mini
      .string({ error: 'A confirmação de senha é obrigatória' })
      .check(mini.minLength(LIMITS.passwordMin, 'A confirmação de senha é obrigatória')),
  })
  .check(
    mini.refine((form) => form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      error: 'As senhas não coincidem',
    }),
  )
export type SignUpForm = mini.infer<typeof SignUpForm>

/** The form behind an invitation's link; the address is the invitation's. */
export const InvitationForm = mini.object({
  name: Name,
  password: NewPassword,
  termsAccepted: mini
    .boolean()
    .check(mini.refine((isAccepted) => isAccepted, 'Para criar a conta, é preciso aceitar os termos')),
})

/** An existing password may have been created under other rules. */
const GivenPassword = mini
  .string({ error: 'Obrigatório' })
  .check(mini.minLength(1, 'Obrigatório'), mini.maxLength(LIMITS.passwordMax, 'Senha inválida'))

const signInFields = { email: GivenEmail, password: GivenPassword }

/** Body of `POST /api/auth/sign-in/email`. */
export const SignIn = z.object(signInFields)
export type SignIn = z.infer<typeof SignIn>

export const SignInForm = mini.object(signInFields)

/** Form for the address of another account or purchase. */
export const GivenEmailForm = mini.object({ email: GivenEmail })

/** Form for a password reset link or another verification mail. */
export const EmailForm = mini.object({ email: Email })
export type EmailForm = mini.infer<typeof EmailForm>

/** A replacement password has stricter rules than the first one (SPEC §4). */
export const ReplacementPassword = mini
  .string({ error: PASSWORD_SHORT })
  .check(
    isLongEnough,
    isShortEnough,
    mini.regex(/\p{Lu}/u, 'A senha deve conter pelo menos uma letra maiúscula'),
    mini.regex(/\p{Ll}/u, 'A senha deve conter pelo menos uma letra minúscula'),
    mini.regex(/\d/, 'A senha deve conter pelo menos um número'),
  )

const replacementFields = {
  newPassword: ReplacementPassword,
  confirmPassword: mini
    .string({ error: 'Confirme sua senha' })
    .check(mini.minLength(1, 'Confirme sua senha')),
}

const passwordsAgree = mini.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  { path: ['confirmPassword'], error: 'As senhas não coincidem' },
)

/** Form behind the link of a reset mail. */
export const ResetForm = mini.object(replacementFields).check(passwordsAgree)

/** Form of the signed-in user. */
export const ChangePasswordForm = mini
  .object({ currentPassword: GivenPassword, ...replacementFields })
  .check(passwordsAgree)

/** Fields that users may change about themselves (SPEC §4a). */
export const UpdateUser = z.object({
  name: z.optional(Name),
  bio: z.string().max(bioLength, BIO_TOO_LONG).refine(hasNoNul, NUL_TEXT).nullable().optional(),
  /** Own uploads only: the app would not show an external image, and its host could track viewers. */
  image: z.string('Imagem inválida').refine(isUploadUrl, 'Imagem inválida').nullable().optional(),
  phoneNumber: z.optional(z.nullable(Phone)),
})
export type UpdateUser = z.infer<typeof UpdateUser>

/** Empty bio and phone number mean none. The photo is an own upload or unchanged. */
export const UpdateUserForm = mini.object({
  name: Name,
  bio: mini
    .string()
    .check(mini.trim(), mini.maxLength(bioLength, BIO_TOO_LONG), mini.refine(hasNoNul, NUL_TEXT)),
  phoneNumber: Phone,
  image: mini.nullable(mini.string()),
})
export type UpdateUserForm = mini.infer<typeof UpdateUserForm>

/** Confirmation word for the deletion of an account. */
export const DELETE_WORD = 'EXCLUIR'

const deleteFields = {
  confirmation: mini
    .string()
    .check(
      mini.refine(
        (text) => text.trim().toUpperCase() === DELETE_WORD,
        `Digite ${DELETE_WORD} para confirmar`,
      ),
    ),
}

/** The confirmation word is not sent. */
export const DeleteAccountForm = mini.object({ password: GivenPassword, ...deleteFields })

/** For an account without a password. */
export const DeleteGoogleAccountForm = mini.object(deleteFields)

/** The user of `/api/auth/get-session`; dates are ISO text in the browser. */
export const SessionUser = mini.object({
  id: Id,
  name: mini.string(),
  email: mini.string(),
  emailVerified: mini.boolean(),
  image: mini.nullish(mini.string()),
  bio: mini.nullish(mini.string()),
  phoneNumber: mini.nullish(mini.string()),
  role: mini.nullish(mini.string()),
  hasCompletedOnboarding: mini.nullish(mini.boolean()),
})
export type SessionUser = mini.infer<typeof SessionUser>

export const SessionInfo = mini.object({
  id: Id,
  expiresAt: mini.string(),
  userId: Id,
  /** The administrator who impersonates the user. */
  impersonatedBy: mini.nullish(mini.string()),
  /** Name of that administrator; `expiresAt` ends the impersonation. */
  impersonatedByName: mini.nullish(mini.string()),
})
export type SessionInfo = mini.infer<typeof SessionInfo>

/** Answer of `GET /api/auth/get-session`; null without a session. */
export const CurrentSession = mini.nullable(mini.object({ session: SessionInfo, user: SessionUser }))
export type CurrentSession = mini.infer<typeof CurrentSession>

/** The signed-in user in guarded handlers. */
export type CurrentUser = {
  id: string
  name: string
  email: string
  role: Role
  /** The administrator who acts for this user. */
  impersonator?: { id: string; name: string }
  /** An administrator's session that falls short of the house's rule: no second factor, or not proved by it. */
  lacking?: 'factor' | 'proof'
  /** The key with which a program calls for this administrator. */
  key?: { id: string; name: string }
}

export type KeyHolder = CurrentUser & Required<Pick<CurrentUser, 'key'>>
