import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../http/errors.ts'
import { addressAt, listAt, readPayload, sha256, textAt } from './webhook-payload.ts'
import type { Delivery, Incoming, Sold } from './webhook-source.ts'

const UNKNOWN_TYPE = 'sem tipo'
const ID_LENGTH = 150
/** More than any product has; what is mapped to a plan is looked for in each of them. */
const SOLD_MAX = 40

/** Every token is compared, so that the time says neither which one it was nor how much of it was right. */
function isToken(tokens: readonly string[], given: string): boolean {
  const hash = sha256(given)
  return tokens.map((token) => timingSafeEqual(sha256(token), hash)).includes(true)
}

/** Anything that does not clearly say no is a test: a test that counts gives away what nobody paid for. */
const saysYes = (header: string | null) => header !== null && !/^\s*(false|0|)\s*$/i.test(header)

/** Hubla's own id of an event; the body's hash where it names none, or what could be none. */
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
    SOLD_MAX,
  )
}

/**
 * Reads what Hubla sent, once one of our tokens is on it. Whatever is missing in it is null: what a field means is
 * decided when it is processed. A test has ids of its own, so that it can't take the place of what it tries out.
 * @throws {AppError} UNAUTHORIZED without one of the tokens; VALIDATION_ERROR for a body that is no JSON object.
 */
export function readHublaDelivery(tokens: readonly string[], { headers, body }: Incoming): Delivery {
  const token = headers.get('x-hubla-token')
  if (token === null || !isToken(tokens, token)) {
    throw new AppError('UNAUTHORIZED', 'unauthorized to access resource')
  }
  const { payload } = readPayload(body)
  const isSandbox = saysYes(headers.get('x-hubla-sandbox'))
  const event = Object(payload).event
  return {
    externalId: (isSandbox ? 'sandbox:' : '') + idOf(headers, body),
    type: textAt(payload, 'type') ?? UNKNOWN_TYPE,
    schemaVersion: textAt(payload, 'version'),
    isSandbox,
    externalSubscriptionId: textAt(event, 'subscription', 'id') ?? textAt(event, 'invoice', 'subscriptionId'),
    // The member: who paid may be somebody else.
    email: addressAt(event, 'user', 'email'),
    sold: soldIn(event),
  }
}
