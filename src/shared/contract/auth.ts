import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { hasNoNul, Id, NUL_TEXT } from './common.ts'

export const Role = z.enum(['admin', 'user'])
export type Role = z.infer<typeof Role>

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const CONTROL = /[\u0000-\u001f\u007f]/

const Email = z
  .string({ error: 'Email inválido' })
  .trim()
  .toLowerCase()
  .max(LIMITS.emailLength, 'Email inválido')
  .pipe(z.email('Email inválido'))

const Name = z
  .string({ error: 'O nome é obrigatório' })
  .trim()
  .min(1, 'O nome é obrigatório')
  .max(LIMITS.nameLength, `O nome deve ter no máximo ${LIMITS.nameLength} caracteres`)
  .refine((name) => !CONTROL.test(name), 'O nome tem caracteres inválidos')

const NewPassword = z
  .string({ error: 'A senha deve ter no mínimo 8 caracteres' })
  .min(LIMITS.passwordMin, 'A senha deve ter no mínimo 8 caracteres')
  .max(LIMITS.passwordMax, `A senha deve ter no máximo ${LIMITS.passwordMax} caracteres`)

const Phone = z
  .string({ error: 'Telefone deve conter 10 ou 11 dígitos' })
  .regex(/^(\d{10,11})?$/, 'Telefone deve conter 10 ou 11 dígitos')

/** Body of `POST /api/auth/sign-up/email`. Fields it does not name are dropped, protected ones refused. */
export const SignUp = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  phoneNumber: Phone.optional(),
  termsAccepted: z.boolean().optional(),
  /** Single-use token of `/sign-up?setup=…` (SPEC §9, who becomes administrator). */
  setupToken: z.string().max(200).optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** The sign-up form: the call's body and the confirmation, which never leaves the browser. */
export const SignUpForm = SignUp.extend({
  confirmPassword: z
    .string({ error: 'A confirmação de senha é obrigatória' })
    .min(LIMITS.passwordMin, 'A confirmação de senha é obrigatória'),
}).refine((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  error: 'As senhas não coincidem',
})
export type SignUpForm = z.infer<typeof SignUpForm>

export const SignIn = z.object({
  email: Email,
  password: z
    .string({ error: 'Obrigatório' })
    .min(1, 'Obrigatório')
    .max(LIMITS.passwordMax, 'Senha inválida'),
})
export type SignIn = z.infer<typeof SignIn>

/** What a person may change about themselves (SPEC §4a). */
export const UpdateUser = z.object({
  name: Name.optional(),
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
  phoneNumber: Phone.nullable().optional(),
})
export type UpdateUser = z.infer<typeof UpdateUser>

/** The session's person as `/api/auth/get-session` gives it; dates arrive as ISO text in the browser. */
export const SessionUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
  bio: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  role: z.string().nullish(),
  hasCompletedOnboarding: z.boolean().nullish(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const SessionInfo = z.object({ id: Id, expiresAt: z.string(), userId: Id })
export type SessionInfo = z.infer<typeof SessionInfo>

/** Answer of `GET /api/auth/get-session`; null when nobody is signed in. */
export const CurrentSession = z.object({ session: SessionInfo, user: SessionUser }).nullable()
export type CurrentSession = z.infer<typeof CurrentSession>

/** The signed-in person, as every guarded handler sees them. */
export type CurrentUser = { id: string; name: string; email: string; role: Role }
