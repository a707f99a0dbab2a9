import { z } from 'zod'
import { SignIn } from './auth.ts'
import { Timestamp } from './scalars.ts'

/** The address that the account shall have. */
export const CreateEmailChange = z.strictObject({ email: SignIn.shape.email })
export type CreateEmailChange = z.infer<typeof CreateEmailChange>

/** A change that waits for the link on the new address; the same for an address that has an account. */
export const EmailChange = z.object({ email: z.string(), expiresAt: Timestamp })
export type EmailChange = z.infer<typeof EmailChange>

export const PendingEmailChange = EmailChange.nullable()

const LINK_TEXT = 'O link não é válido'

/** `token` is the parameter `novo` of the link on the new address, or `volta` of that on the old one. */
export const EmailChangeToken = z.strictObject({
  token: z.string(LINK_TEXT).min(1, LINK_TEXT).max(200, LINK_TEXT),
})
export type EmailChangeToken = z.infer<typeof EmailChangeToken>

/** The account's address from now on. */
export const ChangedEmail = z.object({ email: z.string() })
export type ChangedEmail = z.infer<typeof ChangedEmail>

/** `passwordToken` opens `/reset-password` once, for an hour: the old password may be known to somebody else. */
export const RestoredEmail = ChangedEmail.extend({ passwordToken: z.string() })
export type RestoredEmail = z.infer<typeof RestoredEmail>
