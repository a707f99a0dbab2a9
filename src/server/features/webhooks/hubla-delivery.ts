import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../http/errors.ts'
import { addressAt, listAt, readPayload, sha256, textAt } from './webhook-payload.ts'
import type { Delivery, Incoming, Sold } from './webhook-source.ts'

const UNKNOWN_TYPE = 'sem tipo'
const ID_LENGTH = 150
/** More items than any product has; each is looked up in the plans' codes. */
const MAX_SOLD = 40

/** Compares every token, so that timing reveals neither which one matched nor how much of it. */
function isToken(tokens: readonly string[], given: string): boolean {
  const hash = sha256(given)
  return tokens.map((token) => timingSafeEqual(sha256(token), hash)).includes(true)
}

/** Any value except empty, `false` or `0` means sandbox: a test counted as real would grant an unpaid plan. */
const isTest = (header: string | null) => header !== null && !/^\s*(false|0|)\s*$/i.test(header)

/** Hubla's event id; the body's hash if that is missing or invalid. */
function idOf(headers: Headers, body: Uint8Array): string {
  const given = headers.get('x-hubla-idempotency')?.trim() ?? ''
  const isId = given.length > 0 && given.length <= ID_LENGTH && !/\p{C}/u.test(given)
  return isId ? given : `sha256:${sha256(body).toString('hex')}`
}

const named = (kind: Sold['kind'], thing: unknown): Sold[] => {
  const externalId = textAt(thing, 'id')
  return externalId ? [{ kind, externalId, name: textAt(thing, 'name') }] : []
}

function soldIn(event: unknown): Sold[] {
  const products = listAt(event, 'products')
  const all = [
    ...products.flatMap((product) => listAt(product, 'offers').flatMap((offer) => named('offer', offer))),
    ...products.flatMap((product) => named('product', product)),
    ...named('product', Object(event).product),
  ]
  return [...new Map(all.map((sold) => [`${sold.kind} ${sold.externalId}`, sold])).values()].slice(
    0,
    MAX_SOLD,
  )
}

/**
 * Reads a Hubla delivery after verifying its token. Missing fields are null; they are interpreted during
 * processing. Tests have separate ids, so that a test never blocks the real event.
 * @throws {AppError} UNAUTHORIZED without a valid token; VALIDATION_ERROR for a body that is not a JSON
 * object.
 */
export function readHublaDelivery(tokens: readonly string[], { headers, body }: Incoming): Delivery {
  const token = headers.get('x-hubla-token')
  if (token === null || !isToken(tokens, token)) {
    throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
  }
  const { payload } = readPayload(body)
  const isSandbox = isTest(headers.get('x-hubla-sandbox'))
  const event = Object(payload).event
  return {
    externalId: (isSandbox ? 'sandbox:' : '') + idOf(headers, body),
    type: textAt(payload, 'type') ?? UNKNOWN_TYPE,
    schemaVersion: textAt(payload, 'version'),
    isSandbox,
    externalSubscriptionId: textAt(event, 'subscription', 'id') ?? textAt(event, 'invoice', 'subscriptionId'),
    // The member's address; the payer may be another person.
    email: addressAt(event, 'user', 'email'),
    sold: soldIn(event),
  }
}
