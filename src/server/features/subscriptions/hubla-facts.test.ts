import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hublaHistory } from '../../testing/doubles/hubla-histories.ts'
import { hublaPurchase } from '../../testing/doubles/hubla-sender.ts'
import { stateOf } from './entitlement.ts'
import { readHubla } from './hubla-facts.ts'
import { merge } from './purchase-facts.ts'

const AT = '2026-03-05T12:00:00.000Z'
const added = (over: Record<string, unknown> = {}) => {
  const purchase = hublaPurchase('ana@exemplo.com.br', { id: 's-1' })
  const event = purchase.event('customer.member_added', 4, { at: AT })
  return { ...event, event: { ...event.event, ...over } }
}

test('an event is read completely', () => {
  const reading = readHubla(added())
  expect(reading).toMatchObject({
    externalSubscriptionId: 's-1',
    facts: {
      access: { numbered: { version: 4, at: AT, value: 'granted' } },
      email: { numbered: { value: 'ana@exemplo.com.br' } },
      cycleMonths: { numbered: { value: 1 } },
      renewal: { numbered: { value: 'on' } },
    },
  })
})

test.each([
  'lead.abandoned_checkout',
  'refund_request.accepted',
  'smart_installment.created',
  'customer.member_promoted',
  '__proto__',
  'constructor',
])('%s is not about a subscription', (type) => {
  expect(readHubla({ ...added(), type })).toBeUndefined()
})

test.each([[null], [[]], ['texto'], [{}], [{ type: 'customer.member_added' }], [{ type: 1, event: {} }]])(
  '%j is not an event',
  (body) => {
    expect(readHubla(body)).toBeUndefined()
  },
)

test('another version of the format is read for the fields that it shares', () => {
  const reading = readHubla({ ...added(), version: '3.1.0' })
  expect(reading?.externalSubscriptionId).toBe('s-1')
  expect(readHubla({ type: 'customer.member_added', version: '1.0.0', event: { userEmail: 'x' } })).toEqual({
    externalSubscriptionId: null,
    facts: expect.anything(),
  })
})

test('an invoice event has access, period and items, like a subscription event', () => {
  const event = hublaPurchase('ana@exemplo.com.br').invoice('invoice.payment_succeeded', 'paid')
  expect(readHubla(event)?.facts).toMatchObject({
    email: { dated: { value: 'ana@exemplo.com.br' } },
    customerId: { dated: { value: 'membro-1' } },
    cycleMonths: { dated: { value: 1 } },
    billed: expect.anything(),
  })
})

test('the payer and the member are distinguished', () => {
  const event = hublaPurchase().invoice('invoice.payment_succeeded', 'paid')
  const nameless = { ...event.event, user: null }
  expect(readHubla({ ...event, event: nameless })?.facts.email).toBeUndefined()
})

test('an email is normalised, and an invalid one is read as absent', () => {
  const emailOf = (email: unknown) => readHubla(added({ user: { email } }))?.facts.email?.numbered?.value
  expect(emailOf('  ANA@Exemplo.com.br ')).toBe('ana@exemplo.com.br')
  expect(emailOf('ａｎａ@exemplo.com.br')).toBe('ana@exemplo.com.br')
  expect(emailOf('ana+elenco@exemplo.com.br')).toBe('ana+elenco@exemplo.com.br')
  for (const none of [
    'ana',
    'ana@@exemplo.com.br',
    '',
    7,
    null,
    'ana\u0000@exemplo.com.br',
    'a'.repeat(999),
  ]) {
    expect(emailOf(none)).toBeUndefined()
  }
})

test("values that the database can't store are not read", () => {
  const subscription = { id: 'a\u0000b', version: 1.5, modifiedAt: '0001-01-01T00:00:00Z' }
  const reading = readHubla(added({ subscription, user: { id: '\ud800' } }))
  expect(reading?.externalSubscriptionId).toBeNull()
  expect(reading?.facts).toMatchObject({ access: { dated: { version: null, at: null } } })
  expect(reading?.facts.customerId).toBeUndefined()
})

/** All paths in a value, parents first. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))]
}

function replaced(value: unknown, path: string[], part: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return part
  const copy = Object(Array.isArray(value) ? [...value] : { ...Object(value) })
  copy[name] = replaced(copy[name], rest, part)
  return copy
}

test('any field may be null or mistyped: the others are read, and the result is valid', () => {
  const life = hublaHistory()
  life.buy(new Date(AT))
  life.fail(new Date('2026-04-05T12:00:00.000Z'))
  life.refund(new Date('2026-04-06T12:00:00.000Z'))
  const spoilt = fc.constantFrom(...life.events).chain((event) =>
    fc.record({
      event: fc.constant(event),
      path: fc.constantFrom(...placesIn(event).filter((path) => path.length > 0)),
      part: fc.constantFrom(
        null,
        undefined,
        0,
        -1,
        '',
        'texto',
        [],
        {},
        [null],
        true,
        1e300,
        '9'.repeat(300),
      ),
    }),
  )
  fc.assert(
    fc.property(fc.array(spoilt, { minLength: 1, maxLength: 4 }), (many) => {
      const events = many.map(({ event, path, part }) => replaced(event, path, part))
      const facts = events.map((event) => readHubla(event)?.facts ?? {}).reduce(merge, {})
      const { currentPeriodEnd, graceUntil, status } = stateOf(facts)
      expect(['active', 'inactive', 'canceled']).toContain(status)
      for (const date of [currentPeriodEnd, graceUntil]) expect(date?.getTime()).not.toBeNaN()
    }),
    { numRuns: 150 },
  )
})
