import { z } from 'zod'
import { Role, SignIn } from './auth.ts'
import { Id, Timestamp } from './scalars.ts'

/** The signed-in user, with private fields. */
export const Me = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** An own upload on APP_URL. */
  image: z.string().nullable(),
  bio: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  role: Role,
  /** False for accounts that sign in only through a provider such as Google. */
  hasPassword: z.boolean(),
  termsAcceptedAt: z.nullable(Timestamp),
  /** The current version of the terms, and whether the user accepted it. */
  termsVersion: z.string(),
  hasAcceptedTerms: z.boolean(),
  /** The questionnaire was answered; it was offered, with or without an answer. */
  hasCompletedOnboarding: z.boolean(),
  hasBeenOfferedOnboarding: z.boolean(),
  createdAt: Timestamp,
})
export type Me = z.infer<typeof Me>

/** Accepts the terms; CONFLICT for any version but the current one. */
export const AcceptTerms = z.strictObject({
  version: z.string({ error: 'Versão inválida' }).min(1, 'Versão inválida').max(40, 'Versão inválida'),
})
export type AcceptTerms = z.infer<typeof AcceptTerms>

export const TermsAcceptance = z.object({ version: z.string(), acceptedAt: Timestamp })
export type TermsAcceptance = z.infer<typeof TermsAcceptance>

/** Body of `POST /api/auth/delete-user`; the password is required when the account has one. */
export const DeleteAccount = z.object({ password: z.optional(SignIn.shape.password) })
