import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '#shared/envelope.ts'

export const HUBLA_TOKEN = 'token-da-hubla-0123456789'
/** The offer sold in these tests. */
export const HUBLA_OFFER = 'oferta-criador-mensal'
const HUBLA_PRODUCT = 'produto-elenco'

/** A Hubla event; anything in `event` may be absent or null. */
export type HublaEvent = { type: string; version: string; event: Record<string, unknown> }

export type HublaPurchase = { id?: string; offerId?: string; productId?: string }
type Moment = { at?: Date | string; autoRenew?: boolean }
type Bill = {
  /** A date, or minutes after the beginning. */
  at?: Date | number
  invoiceId?: string
  statusAt?: { status: string; when: string }[]
  /** The included subscription; not every invoice event has one. */
  subscription?: object | null
}

const DAY_MS = 86_400_000

/**
 * A monthly purchase by this user since a day ago, which makes events in the format of Hubla's documentation.
 */
export function hublaPurchase(
  email = `${randomUUID()}@exemplo.com.br`,
  { id = randomUUID(), offerId = HUBLA_OFFER, productId = HUBLA_PRODUCT }: HublaPurchase = {},
) {
  const began = Date.now() - DAY_MS
  const instant = (minutes: number) => new Date(began + minutes * 60_000).toISOString()
  const product = { id: productId, name: 'Elenco' }
  const offers = [{ id: offerId, name: 'Criador mensal', cohorts: [{ id: 'turma-1' }] }]
  const person = {
    ...{ firstName: 'Bruna', lastName: 'Alves' },
    ...{ document: '529.982.247-25', phone: '+5511987654321' },
  }
  const common = { product, products: [{ ...product, offers }], user: { ...person, id: 'membro-1', email } }
  const subscription = (version: number, { at = instant(version), autoRenew = true }: Moment) => ({
    ...{ id, sellerId: 'vendedora-1', payerId: 'pagadora-1', type: 'recurring', status: 'active' },
    ...{ billingCycleMonths: 1, credits: 0, paymentMethod: 'credit_card', autoRenew, freeTrial: false },
    ...{ activatedAt: instant(0), createdAt: instant(0), modifiedAt: new Date(at).toISOString(), version },
    firstPaymentSession: { ip: '203.0.113.77', utm: { source: 'instagram' } },
  })
  return {
    ...{ id, email, subscription },
    /** An event of the subscription or its member, at revision `version`. */
    event: (type: string, version = 1, moment: Moment = {}) => ({
      type,
      version: '2.0.0',
      event: { ...common, subscription: subscription(version, moment) },
    }),
    /** An event of an invoice, which has no revision. */
    invoice(type: string, status: string, { at = 1, invoiceId = `fatura-${id}`, ...rest }: Bill = {}) {
      const when = typeof at === 'number' ? instant(at) : at.toISOString()
      const brought = { id, billingCycleMonths: 1, modifiedAt: when }
      const { statusAt = [{ status, when }], subscription = brought } = rest
      const invoice = {
        ...{ id: invoiceId, subscriptionId: id, payerId: 'pagadora-1', sellerId: 'vendedora-1' },
        payer: { ...person, id: 'pagadora-1', email: 'quem-paga@exemplo.com.br' },
        ...{ installments: 1, paymentMethod: 'credit_card', currency: 'BRL', type: 'sell', coupon: null },
        ...{ status, statusAt, createdAt: instant(0), modifiedAt: when },
        amount: {
          ...{ subtotalCents: 9_700, discountCents: 0, prorataCents: 0 },
          ...{ installmentFeeCents: 0, totalCents: 9_700 },
        },
      }
      return { type, version: '2.0.0', event: { ...common, invoice, ...(subscription && { subscription }) } }
    },
  }
}

type Sending = {
  token?: string | null
  id?: string
  headers?: Record<string, string>
  /** Closes the connection at any time. */
  signal?: AbortSignal
}
type HublaAnswer = { status: number; state: string | undefined; error: ErrorBody | undefined }

/** Delivers like Hubla: no cookie, no Origin, a token and an id; text is sent as it is. */
export async function sendHubla(
  app: { baseUrl: string },
  body: unknown,
  { token = HUBLA_TOKEN, id = randomUUID(), headers = {}, signal }: Sending = {},
): Promise<HublaAnswer> {
  const response = await fetch(`${app.baseUrl}/api/webhooks/hubla`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { 'x-hubla-token': token }),
      'x-hubla-idempotency': id,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
  const { data, error } = Object(await response.json())
  return { status: response.status, state: data?.state, error }
}
