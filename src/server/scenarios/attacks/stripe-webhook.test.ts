import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscriptions, webhookEvents } from '../../db/schema/index.ts'
import { ACCOUNT_DELETED } from '../../features/subscriptions/orphaned-purchases.queries.ts'
import { sendStripe } from '../../testing/doubles/stripe/sender.ts'
import type { DoubleSubscription } from '../../testing/doubles/stripe/state.ts'
import {
  type SignedEvent,
  type StripeDouble,
  startStripeDouble,
} from '../../testing/doubles/stripe/stripe-double.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const FORMER_SECRET = 'whsec_segredo-que-sai-de-cena'
const PRICE = 'price_sem_plano'

let stripe: StripeDouble
let app: TestApp
let subscription: DoubleSubscription
beforeAll(async () => {
  stripe = await startStripeDouble()
  stripe.sell({ [PRICE]: 'Outro produto da casa' })
  subscription = stripe.subscribe({ email: 'bruna@exemplo.com.br', priceId: PRICE })
  const { STRIPE_WEBHOOK_SECRET: secret } = stripe.variables
  app = await createTestApp({ ...stripe.variables, STRIPE_WEBHOOK_SECRET: `${secret},${FORMER_SECRET}` })
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})
beforeEach(async () => {
  await app.server.deps.db.delete(webhookEvents)
  stripe.calls.length = 0
})

const now = () => Math.floor(Date.now() / 1000)
const event = () => stripe.event('customer.subscription.updated', subscription)
const stored = () => app.server.deps.db.select().from(webhookEvents)

const withSignature = ({ body, headers }: SignedEvent, signature: string | undefined): SignedEvent => {
  const { 'Stripe-Signature': _given, ...others } = headers
  return { body, headers: { ...others, ...(signature !== undefined && { 'Stripe-Signature': signature }) } }
}
const signatureOf = ({ headers }: SignedEvent) => headers['Stripe-Signature'] ?? ''

/** Asserts a refusal: nothing is stored, and Stripe is not asked. */
async function expectRefusal(signed: SignedEvent): Promise<void> {
  const { status, error } = await sendStripe(app, signed)
  expect([status, error?.code]).toEqual([401, 'UNAUTHORIZED'])
  expect([await stored(), stripe.calls]).toEqual([[], []])
}

describe('A38 a Stripe webhook', () => {
  test('is accepted when signed with the current secret, or with the previous one', async () => {
    const bodies = [stripe.sign(event()), stripe.sign(event(), { secret: FORMER_SECRET })]
    for (const signed of bodies) expect((await sendStripe(app, signed)).status).toBe(200)
    expect((await stored()).map(({ rawBody }) => rawBody).sort()).toEqual(
      bodies.map(({ body }) => body).sort(),
    )
  })

  test('is 401 when signed with another secret, or unsigned', async () => {
    const { STRIPE_SECRET_KEY: key } = stripe.variables
    const right = stripe.sign(event())
    for (const signature of [undefined, '', 't=', `t=${now()}`, signatureOf(right).replace('v1=', 'v0=')]) {
      await expectRefusal(withSignature(right, signature))
    }
    for (const secret of ['whsec_de_outra_conta', 'undefined', 'null', key]) {
      await expectRefusal(stripe.sign(event(), { secret }))
    }
    // Both secrets concatenated are not a secret.
    await expectRefusal(
      stripe.sign(event(), { secret: `${stripe.variables.STRIPE_WEBHOOK_SECRET},${FORMER_SECRET}` }),
    )
  })

  test('is 401 when altered, even by a blank', async () => {
    const right = stripe.sign(event())
    const alter: ((body: string) => string)[] = [
      (body) => `${body} `,
      (body) => ` ${body}`,
      (body) => JSON.stringify(JSON.parse(body)),
      (body) => body.replace('"active"', '"activf"'),
      (body) => body.replace(subscription.id, `${subscription.id}1`),
      (body) => body.replace(/evt_\w+/, 'evt_outro'),
      (body) => body.replaceAll('\n', '\r\n'),
      () => '{}',
    ]
    for (const change of alter) {
      const body = change(right.body)
      expect(body).not.toBe(right.body)
      await expectRefusal({ ...right, body })
    }
  })

  test('is 401 when old, also with a new timestamp', async () => {
    for (const age of [301, 3_600, 86_400 * 365]) {
      const old = stripe.sign(event(), { timestamp: now() - age })
      await expectRefusal(old)
      const [, hash = ''] = signatureOf(old).split(',')
      await expectRefusal(withSignature(old, `t=${now()},${hash}`))
      await expectRefusal(withSignature(old, `t=${now()},t=${now() - age},${hash}`))
    }
    // A small clock difference in either direction is accepted.
    for (const age of [240, -240]) {
      expect((await sendStripe(app, stripe.sign(event(), { timestamp: now() - age }))).status).toBe(200)
    }
  })

  test('is checked against each of its signatures', async () => {
    const right = stripe.sign(event())
    const [time = '', hash = ''] = signatureOf(right).split(',')
    const signed = withSignature(right, `${time},v1=${'0'.repeat(64)},${hash},v0=abc`)
    expect((await sendStripe(app, signed)).status).toBe(200)
  })

  test('is 400 when signed but not an event, and is not stored', async () => {
    for (const body of ['{', '[]', '"texto"', 'null', '{}', '{"id":"evt_1","object":"event"}', '{"id":1}']) {
      expect([body, (await sendStripe(app, stripe.sign(body))).status]).toEqual([body, 400])
    }
    const nested = `{"id":"evt_fundo","object":"event","type":"x","data":${'['.repeat(500)}${']'.repeat(500)}}`
    expect([400, 413]).toContain((await sendStripe(app, stripe.sign(nested))).status)
    // Only this server can add events that cancel subscriptions.
    expect((await sendStripe(app, stripe.sign({ ...event(), type: ACCOUNT_DELETED }))).status).toBe(400)
    const { id: _id, ...nameless } = event()
    expect((await sendStripe(app, stripe.sign(nameless))).status).toBe(400)
    expect(await stored()).toEqual([])
  })

  test('is 413 above the limit, before processing', async () => {
    const large = stripe.sign({ ...event(), padding: 'x'.repeat(300_000) })
    const { status, error } = await sendStripe(app, large)
    expect([status, error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await stored()).toEqual([])
  })

  test('of an unknown type is stored, and Stripe is not asked', async () => {
    const { body, headers } = stripe.sign(stripe.event('customer.tax_id.created', subscription))
    expect(await sendStripe(app, { body, headers })).toMatchObject({ status: 200, state: 'ignored' })
    expect(await stored()).toMatchObject([
      { type: 'customer.tax_id.created', rawBody: body, state: 'ignored' },
    ])
    expect(stripe.calls).toEqual([])
  })

  test('needs a valid signature even with an administrator’s cookie, and needs no cookie', async () => {
    const admin = await app.signUp('Ana')
    const reply = await admin.call('POST', '/api/webhooks/stripe', { id: 'evt_1', object: 'event' })
    expect(reply.status).toBe(401)
    const { body, headers } = stripe.sign(event())
    // Origin headers do not matter: the signature decides.
    const foreign = await sendStripe(app, { body, headers: { ...headers, Origin: 'https://mal.exemplo' } })
    expect(foreign.status).toBe(200)
  })

  test('gets no detail in its refusal', async () => {
    const known = stripe.sign(event())
    await sendStripe(app, known)
    const again = await sendStripe(app, withSignature(known, 't=1,v1=00'))
    const other = await sendStripe(app, stripe.sign(event(), { secret: 'whsec_de_outra_conta' }))
    expect(again).toEqual({ ...other, error: { ...other.error, message: again.error?.message } })
    expect(again.error?.message).not.toMatch(/secret|signature|timestamp|evt_/i)
  })
})

test('A38 without a key every delivery is 401, whatever its signature', async () => {
  const bare = await createTestApp()
  const signed = stripe.sign(event())
  const empty = stripe.sign(event(), { secret: 'undefined' })
  for (const delivery of [signed, empty]) expect((await sendStripe(bare, delivery)).status).toBe(401)
  expect(await bare.server.deps.db.$count(webhookEvents)).toBe(0)
  expect(await bare.server.deps.db.$count(subscriptions)).toBe(0)
  await bare.close()
})
