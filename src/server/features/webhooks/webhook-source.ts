import type { SoldKind, WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'

/** Something that is sold, by its provider's id. */
export type Sold = { kind: SoldKind; externalId: string; name: string | null }

/** A request as it came; `body` is the bytes that were signed. */
export type Incoming = { headers: Headers; body: Uint8Array<ArrayBuffer> }

/** What is stored of a delivery beside its body, before anything is made of it. */
export type Delivery = {
  /** Unique among all that this provider sends. */
  externalId: string
  type: string
  schemaVersion: string | null
  /** It never grants anything. */
  isSandbox: boolean
  externalSubscriptionId: string | null
  /** The buyer's address, normalised. */
  email: string | null
  sold: Sold[]
}

/** A stored delivery, while the transaction that makes something of it holds its row. */
type HeldEvent = {
  id: string
  type: string
  payload: unknown
  externalSubscriptionId: string | null
  email: string | null
}

/**
 * What came of it. `parked`: it grants what is mapped to no plan, and `sold` is what is missing; `ignored`: nothing that
 * changes anything here. `note` says why, in Portuguese, for the administrator.
 */
export type Outcome = {
  state: 'processed' | 'parked' | 'ignored'
  note?: string
  /** In the place of what the delivery named. */
  sold?: Sold[]
}

/** A payment provider, as the ledger knows it. */
export type WebhookSource = {
  provider: WebhookProvider
  /** Whether there is anything to verify deliveries with: without it every one is refused. */
  isConfigured: boolean
  /** @throws {AppError} UNAUTHORIZED for what the provider did not send; VALIDATION_ERROR for what can't be read. */
  verify(incoming: Incoming): Promise<Delivery>
  /** Makes of a delivery what is to be made of it, whatever was made before; whatever it throws is tried again later. */
  process(tx: Db, event: HeldEvent): Promise<Outcome>
}
