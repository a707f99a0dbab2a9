import { expect, test } from 'vitest'
import { hublaPurchase } from '../../testing/doubles/hubla-sender.ts'
import { readHublaDelivery } from './hubla-delivery.ts'

const TOKENS = ['token-de-antes-1', 'token-de-agora-2']

const bytes = (body: unknown) =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
const read = (body: unknown, headers: Record<string, string> = {}, tokens = TOKENS) =>
  readHublaDelivery(tokens, {
    headers: new Headers({ 'x-hubla-token': 'token-de-agora-2', ...headers }),
    body: bytes(body),
  })
const purchase = hublaPurchase('  Bruna@Exemplo.COM.br ')

test('A39 only an exact token is accepted, and without configured tokens none is', () => {
  for (const token of TOKENS) {
    expect(read(purchase.event('subscription.created'), { 'x-hubla-token': token }).type).toBe(
      'subscription.created',
    )
  }
  const forged = [
    ...['', 'token', 'token-de-agora-', 'token-de-agora-22', 'TOKEN-DE-AGORA-2', TOKENS.join(',')],
    ...['undefined', 'null', 'Bearer token-de-agora-2', '*', 'token-de-agora-2, token-de-agora-2'],
  ]
  for (const token of forged) {
    const send = () => read(purchase.event('subscription.created'), { 'x-hubla-token': token })
    expect([token, codeOf(send)]).toEqual([token, 'UNAUTHORIZED'])
  }
  for (const token of ['', 'undefined', 'token-de-agora-2']) {
    expect(codeOf(() => read({}, { 'x-hubla-token': token }, []))).toBe('UNAUTHORIZED')
  }
})

function codeOf(call: () => unknown): unknown {
  try {
    call()
    return undefined
  } catch (error) {
    return Object(error).code
  }
}

test('the stored fields are read, with the email normalised', () => {
  const headers = { 'x-hubla-idempotency': 'evento-1' }
  expect(read(purchase.event('customer.member_added'), headers)).toEqual({
    externalId: 'evento-1',
    type: 'customer.member_added',
    schemaVersion: '2.0.0',
    isSandbox: false,
    externalSubscriptionId: purchase.id,
    email: 'bruna@exemplo.com.br',
    sold: [
      { kind: 'offer', externalId: 'oferta-criador-mensal', name: 'Criador mensal' },
      { kind: 'product', externalId: 'produto-elenco', name: 'Elenco' },
    ],
  })
  const invoice = purchase.invoice('invoice.created', 'unpaid')
  Object.assign(invoice.event, { subscription: null })
  expect(read(invoice).externalSubscriptionId).toBe(purchase.id)
})

test('without a provider id, the body’s hash is the id; a test never has the id of a real event', () => {
  const body = purchase.event('subscription.created')
  const other = purchase.event('subscription.activated')
  expect(read(body).externalId).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(read(body).externalId).toBe(read(body).externalId)
  expect(read(body).externalId).not.toBe(read(other).externalId)
  for (const id of ['', ' ', 'x'.repeat(151)]) {
    expect(read(body, { 'x-hubla-idempotency': id }).externalId).toBe(read(body).externalId)
  }
  const sandbox = read(body, { 'x-hubla-idempotency': 'evento-1', 'x-hubla-sandbox': 'true' })
  expect(sandbox).toMatchObject({ externalId: 'sandbox:evento-1', isSandbox: true })
})

test('A39 every value but a clear no marks a test', () => {
  const isSandbox = (value: string) =>
    read(purchase.event('subscription.created'), { 'x-hubla-sandbox': value }).isSandbox
  expect(['true', 'TRUE', ' true ', '1', 'yes', 'sim', 'true, false'].map(isSandbox)).not.toContain(false)
  expect(['false', 'FALSE', '0', ''].map(isSandbox)).not.toContain(true)
})

test('missing, null and mistyped fields are read as null, at any place', () => {
  const whole = purchase.event('customer.member_added')
  const odd = [null, 7, true, [], {}, 'x\u0000y', '\ud800', 'z'.repeat(5_000), [[[]]], { id: {} }]
  const spoilt = (value: unknown, put: unknown): unknown[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.keys(value).flatMap((name) => [
      { ...value, [name]: put },
      ...spoilt(Reflect.get(value, name), put).map((inner) => ({ ...value, [name]: inner })),
    ])
  }
  for (const put of odd) {
    for (const body of spoilt(whole, put)) {
      const delivery = read(body)
      expect(JSON.stringify(delivery)).not.toMatch(/\\u0000|\\ud800/)
      expect(delivery.type.length).toBeLessThanOrEqual(200)
      expect(delivery.sold.every(({ externalId }) => externalId.length <= 200)).toBe(true)
    }
  }
  expect(read({})).toMatchObject({ type: 'sem tipo', schemaVersion: null, email: null, sold: [] })
  expect(read({ version: '9.9-beta', type: 'algo.novo' })).toMatchObject({ schemaVersion: '9.9-beta' })
})

test.each([
  ['no JSON', 'type=subscription.created'],
  ['a list', '[]'],
  ['an empty body', ''],
  ['null', 'null'],
  ['a duplicate key', '{"type":"a","type":"b"}'],
  ['a prototype', '{"__proto__":{"type":"a"}}'],
])('%s is refused', (_what, body) => {
  expect(codeOf(() => read(body))).toBe('VALIDATION_ERROR')
})

test('bytes that are not text, and too deep nesting, are refused', () => {
  const headers = new Headers({ 'x-hubla-token': 'token-de-agora-2' })
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
  expect(codeOf(() => readHublaDelivery(TOKENS, { headers, body }))).toBe('VALIDATION_ERROR')
  expect(codeOf(() => read(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`))).toBe('PAYLOAD_TOO_LARGE')
})
