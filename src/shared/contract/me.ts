import { z } from 'zod'
import { Role, SignIn } from './auth.ts'
import { Id, Timestamp } from './scalars.ts'

/** The signed-in person, with what only they see of themselves. */
export const Me = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Address of an own upload on APP_URL. */
  image: z.string().nullable(),
  bio: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  role: Role,
  /** False for whoever only signs in through somebody else, as Google. */
  hasPassword: z.boolean(),
  termsAcceptedAt: z.nullable(Timestamp),
  /** Version of the terms that are in force, and whether this person accepted that one. */
  termsVersion: z.string(),
  hasAcceptedTerms: z.boolean(),
  /** The questionnaire about the business was answered; and it was offered before, whatever was said then. */
  hasCompletedOnboarding: z.boolean(),
  hasBeenOfferedOnboarding: z.boolean(),
  createdAt: Timestamp,
})
export type Me = z.infer<typeof Me>

/** Accepts the terms; any version but the one in force is a conflict. */
export const AcceptTerms = z.strictObject({
  version: z.string({ error: 'Versão inválida' }).min(1, 'Versão inválida').max(40, 'Versão inválida'),
})
export type AcceptTerms = z.infer<typeof AcceptTerms>

export const TermsAcceptance = z.object({ version: z.string(), acceptedAt: Timestamp })
export type TermsAcceptance = z.infer<typeof TermsAcceptance>

/** Body of `POST /api/auth/delete-user`; only whoever has no password need not give it. */
export const DeleteAccount = z.object({ password: z.optional(SignIn.shape.password) })
