import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { hasNoNul, Id, NUL_TEXT } from './common.ts'

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const CONTROL = /[\u0000-\u001f\u007f]/

// The fields of forms are zod's small half, so that the pages to sign in and up carry no more of it than they use;
// the calls' bodies are made of the very same fields.
const Email = mini.pipe(
  mini
    .string({ error: 'Email inválido' })
    .check(mini.trim(), mini.toLowerCase(), mini.maxLength(LIMITS.emailLength, 'Email inválido')),
  mini.email('Email inválido'),
)

const Name = mini.string({ error: 'O nome é obrigatório' }).check(
  mini.trim(),
  mini.minLength(1, 'O nome é obrigatório'),
  mini.maxLength(LIMITS.nameLength, `O nome deve ter no máximo ${LIMITS.nameLength} caracteres`),
  mini.refine((name) => !CONTROL.test(name), 'O nome tem caracteres inválidos'),
)

const NewPassword = mini
  .string({ error: 'A senha deve ter no mínimo 8 caracteres' })
  .check(
    mini.minLength(LIMITS.passwordMin, 'A senha deve ter no mínimo 8 caracteres'),
    mini.maxLength(LIMITS.passwordMax, `A senha deve ter no máximo ${LIMITS.passwordMax} caracteres`),
  )

const Phone = mini
  .string({ error: 'Telefone deve conter 10 ou 11 dígitos' })
  .check(mini.regex(/^(\d{10,11})?$/, 'Telefone deve conter 10 ou 11 dígitos'))

const signUpFields = {
  name: Name,
  email: Email,
  password: NewPassword,
  phoneNumber: mini.optional(Phone),
  termsAccepted: mini.optional(mini.boolean()),
  /** Single-use token of `/sign-up?setup=…` (SPEC §9, who becomes administrator). */
  setupToken: mini.optional(mini.string().check(mini.maxLength(200))),
}

/** Body of `POST /api/auth/sign-up/email`. Fields it does not name are dropped, protected ones refused. */
export const SignUp = z.object(signUpFields)
export type SignUp = z.infer<typeof SignUp>

/** The sign-up form: the call's body and the confirmation, which never leaves the browser. */
export const SignUpForm = mini
  .object({
    ...signUpFields,
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

const signInFields = {
  email: Email,
  password: mini
    .string({ error: 'Obrigatório' })
    .check(mini.minLength(1, 'Obrigatório'), mini.maxLength(LIMITS.passwordMax, 'Senha inválida')),
}

/** Body of `POST /api/auth/sign-in/email`. */
export const SignIn = z.object(signInFields)
export type SignIn = z.infer<typeof SignIn>

/** The sign-in form: the call's body. */
export const SignInForm = mini.object(signInFields)

/** What a person may change about themselves (SPEC §4a). */
export const UpdateUser = z.object({
  name: z.optional(Name),
  bio: z
    .string()
    .max(500, 'A bio deve ter no máximo 500 caracteres')
    .refine(hasNoNul, NUL_TEXT)
    .nullable()
    .optional(),
  image: z
    .url({ protocol: /^https$/, error: 'Imagem inválida' })
    .max(2000, 'Imagem inválida')
    .transform((address) => new URL(address).href)
    .nullable()
    .optional(),
  phoneNumber: z.optional(z.nullable(Phone)),
})
export type UpdateUser = z.infer<typeof UpdateUser>

/** The session's person as `/api/auth/get-session` gives it; dates arrive as ISO text in the browser. */
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

export const SessionInfo = mini.object({ id: Id, expiresAt: mini.string(), userId: Id })
export type SessionInfo = mini.infer<typeof SessionInfo>

/** Answer of `GET /api/auth/get-session`; null when nobody is signed in. */
export const CurrentSession = mini.nullable(mini.object({ session: SessionInfo, user: SessionUser }))
export type CurrentSession = mini.infer<typeof CurrentSession>

/** The signed-in person, as every guarded handler sees them. */
export type CurrentUser = { id: string; name: string; email: string; role: Role }
