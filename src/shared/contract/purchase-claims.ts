import { z } from 'zod'
import { SignIn } from './auth.ts'

/** "Já comprei com outro e-mail": where the receipt of the purchase went. */
export const CreatePurchaseClaim = z.strictObject({ email: SignIn.shape.email })
export type CreatePurchaseClaim = z.infer<typeof CreatePurchaseClaim>

/** The same for every address, bought with or not: only the mailbox is told more. */
export const PurchaseClaim = z.object({ email: z.string(), validMinutes: z.int() })
export type PurchaseClaim = z.infer<typeof PurchaseClaim>

const LINK_TEXT = 'O link não é válido'

/** What stands behind `compra=` in the link of the mail. */
export const ConfirmPurchaseClaim = z.strictObject({
  token: z.string(LINK_TEXT).min(1, LINK_TEXT).max(200, LINK_TEXT),
})

/** `planNames`: what this account has from that address now; none where what was bought went to another account. */
export const ConfirmedPurchase = z.object({ email: z.string(), planNames: z.array(z.string()) })
export type ConfirmedPurchase = z.infer<typeof ConfirmedPurchase>
