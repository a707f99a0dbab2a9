import { z } from 'zod'
import { SignIn } from './auth.ts'

/** "Já comprei com outro e-mail": the address of the purchase's receipt. */
export const CreatePurchaseClaim = z.strictObject({ email: SignIn.shape.email })
export type CreatePurchaseClaim = z.infer<typeof CreatePurchaseClaim>

/** The same answer for every address; only the mailbox learns more. */
export const PurchaseClaim = z.object({ email: z.string(), validMinutes: z.int() })
export type PurchaseClaim = z.infer<typeof PurchaseClaim>

const LINK_TEXT = 'O link não é válido'

/** `token` is the `compra=` parameter of the mail's link. */
export const ConfirmPurchaseClaim = z.strictObject({
  token: z.string(LINK_TEXT).min(1, LINK_TEXT).max(200, LINK_TEXT),
})

/**
 * `planNames`: this account's plans from that address; empty when the purchase belongs to another account.
 */
export const ConfirmedPurchase = z.object({ email: z.string(), planNames: z.array(z.string()) })
export type ConfirmedPurchase = z.infer<typeof ConfirmedPurchase>
