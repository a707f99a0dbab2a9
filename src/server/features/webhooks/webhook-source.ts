import type { SoldKind, WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'

/** A sold item by its provider's id. */
export type Sold = { kind: SoldKind; externalId: string; name: string | null }

/** A request as received; `body` has the signed bytes. */
export type Incoming = { headers: Headers; body: Uint8Array<ArrayBuffer> }

/** The stored fields of a delivery beside its payload. */
export type Delivery = {
  /** Unique among the provider's events. */
  externalId: string
  type: string
  schemaVersion: string | null
  /** A test event, which never grants anything. */
  isSandbox: boolean
  externalSubscriptionId: string | null
  /** The buyer's email, normalised. */
  email: string | null
  sold: Sold[]
}

/** A stored delivery whose row the processing transaction has locked. */
export type HeldEvent = {
  id: string
  type: string
  payload: unknown
  /** As {@link WebhookSource.purchaseOf} found it. */
  externalSubscriptionId: string | null
  email: string | null
}

/**
 * The result of processing. `parked`: no plan has what it grants, listed in `sold`; `ignored`: it changes
 * nothing here. `note` is the reason, in Portuguese, for administrators.
 */
export type Outcome = {
  state: 'processed' | 'parked' | 'ignored'
  note?: string
  /** Replaces the items that the delivery named. */
  sold?: Sold[]
}

/** A payment provider's webhook. */
export type WebhookSource = {
  provider: WebhookProvider
  /** Whether a secret is configured; without one every delivery is refused. */
  isConfigured: boolean
  /**
   * @throws {AppError} UNAUTHORIZED for a delivery not signed by the provider; VALIDATION_ERROR for an
   * unreadable one.
   */
  verify(incoming: Incoming): Promise<Delivery>
  /**
   * The purchase of a delivery; null if it is of none.
   * @throws {AppError} UNAVAILABLE while the provider that knows it does not answer.
   */
  purchaseOf(event: Omit<HeldEvent, 'id' | 'email'>): Promise<string | null>
  /** Processes a delivery; idempotent. Errors are retried later. */
  process(tx: Db, event: HeldEvent): Promise<Outcome>
}
