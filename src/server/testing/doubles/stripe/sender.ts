import type { ErrorBody } from '#shared/envelope.ts'
import type { DoubleSubscription } from './state.ts'
import type { SignedEvent, StripeDouble } from './stripe-double.ts'

type Answer = { status: number; state: string | undefined; error: ErrorBody | undefined }

/** Delivers like Stripe: no cookie, no Origin, the signed bytes. */
export async function sendStripe(
  { baseUrl }: { baseUrl: string },
  { body, headers }: SignedEvent,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/webhooks/stripe`, { method: 'POST', headers, body })
  const { data, error } = Object(await response.json())
  return { status: response.status, state: data?.state, error }
}

/** Sends the server an event with the current state of a subscription. */
export const tellStripe = (
  app: { baseUrl: string },
  double: StripeDouble,
  type: string,
  subscription: DoubleSubscription,
): Promise<Answer> => sendStripe(app, double.sign(double.event(type, subscription)))
