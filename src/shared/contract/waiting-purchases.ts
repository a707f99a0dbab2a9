import { z } from 'zod'
import { PageQuery, pageOf } from './pagination.ts'
import { Id, idWith, Timestamp } from './scalars.ts'
import { WaitingStep, WebhookProvider } from './webhooks.ts'

/** Somebody who bought and did not get in: a purchase in force that belongs to no account. */
export const WaitingPurchase = z.object({
  id: Id,
  provider: WebhookProvider,
  /** The buyer's address, as the provider told it. */
  email: z.string(),
  planName: z.string(),
  /** The name, else the code, of what was sold; null if the provider did not tell. */
  offer: z.string().nullable(),
  step: WaitingStep,
  /** The account with this address that did not confirm it. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** Mails with the way in to this address, over all its purchases. */
  mailsSent: z.int().min(0),
  lastMailAt: z.nullable(Timestamp),
  /** When the purchase reached the application. */
  createdAt: Timestamp,
})
export type WaitingPurchase = z.infer<typeof WaitingPurchase>

/** `personId`: only those of an account that did not confirm its address. */
export const WaitingPurchasesQuery = PageQuery.extend({
  personId: z.optional(idWith('Pessoa não encontrada')),
})
export type WaitingPurchasesQuery = z.infer<typeof WaitingPurchasesQuery>

export const WaitingPurchasesPage = pageOf(WaitingPurchase)
export type WaitingPurchasesPage = z.infer<typeof WaitingPurchasesPage>

export const WaitingPurchaseParams = z.strictObject({ purchaseId: Id })
