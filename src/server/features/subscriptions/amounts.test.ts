import { expect, test } from 'vitest'
import { hublaPurchase } from '../../testing/doubles/hubla-sender.ts'
import { readHublaAmounts } from './hubla-amounts.ts'
import { readStripeAmounts } from './stripe-amounts.ts'

const AT = new Date('2026-03-05T12:00:00.000Z')
const LATER = new Date('2026-03-09T12:00:00.000Z')

const purchase = hublaPurchase('ana@exemplo.com.br', { id: 's-1' })
const bill = (type: string, status: string, over: object = {}) => {
  const told = purchase.invoice(type, status, { at: AT, invoiceId: 'fatura-1' })
  const invoice = { ...Object(told.event).invoice, ...over }
  return { ...told, event: { ...told.event, invoice } }
}
const SALE = { kind: 'sale', externalId: 'fatura-1', currency: 'BRL', cents: 9_700, at: AT.toISOString() }

test('a paid invoice of Hubla is a sale, by type or by status', () => {
  expect(readHublaAmounts(bill('invoice.payment_succeeded', 'paid'))).toEqual([SALE])
  expect(readHublaAmounts(bill('invoice.status_updated', 'paid'))).toEqual([SALE])
  expect(readHublaAmounts(bill('invoice.payment_succeeded', 'paid', { currency: 'usd' }))).toEqual([
    { ...SALE, currency: 'USD' },
  ])
  expect(readHublaAmounts(bill('invoice.payment_succeeded', 'paid', { currency: null }))).toEqual([SALE])
})

test('a refunded invoice of Hubla is also the sale before it; a partial refund has no amount', () => {
  const statusAt = [
    { status: 'paid', when: AT.toISOString() },
    { status: 'refunded', when: LATER.toISOString() },
  ]
  const refund = { ...SALE, kind: 'refund', at: LATER.toISOString() }
  expect(readHublaAmounts(bill('invoice.refunded', 'refunded', { statusAt }))).toEqual([SALE, refund])
  expect(readHublaAmounts(bill('invoice.refunded', 'paid', { statusAt }))).toEqual([])
})

test.each([
  ['an unpaid invoice', bill('invoice.created', 'unpaid')],
  ['a failed payment', bill('invoice.payment_failed', 'unpaid')],
  ['a member', purchase.event('customer.member_added')],
  ['an invoice without an id', bill('invoice.payment_succeeded', 'paid', { id: null })],
  ['a payment of nothing', bill('invoice.payment_succeeded', 'paid', { amount: { totalCents: 0 } })],
  ['a payment without an amount', bill('invoice.payment_succeeded', 'paid', { amount: null })],
  ['an amount below zero', bill('invoice.payment_succeeded', 'paid', { amount: { totalCents: -1 } })],
  ['an amount in text', bill('invoice.payment_succeeded', 'paid', { amount: { totalCents: '9700' } })],
  ['an absurd amount', bill('invoice.payment_succeeded', 'paid', { amount: { totalCents: 1e14 } })],
  ['a currency that is none', bill('invoice.payment_succeeded', 'paid', { currency: 'reais' })],
  ['no event', null],
])('%s states no amount at Hubla', (_, event) => {
  expect(readHublaAmounts(event)).toEqual([])
})

const SECONDS = AT.getTime() / 1_000
const told = (type: string, object: object) => ({
  ...{ id: 'evt_1', object: 'event', type, created: LATER.getTime() / 1_000 },
  data: { object: { id: 'x_1', currency: 'brl', created: SECONDS, ...object } },
})
const stripe = (type: string, object: object) => readStripeAmounts(told(type, object))
const AMOUNT = { externalId: 'x_1', currency: 'BRL', cents: 9_700 }

test('the invoices, refunds and disputes of Stripe are read', () => {
  const paid = { amount_paid: 9_700, status_transitions: { paid_at: SECONDS } }
  expect(stripe('invoice.paid', paid)).toEqual([{ ...AMOUNT, kind: 'sale', at: AT.toISOString() }])
  expect(stripe('charge.refunded', { amount: 20_000, amount_refunded: 9_700 })).toEqual([
    { ...AMOUNT, kind: 'refund', isTotal: true, at: LATER.toISOString() },
  ])
  const dispute = (status: string) => stripe('charge.dispute.updated', { amount: 9_700, status })
  const taken = { ...AMOUNT, kind: 'refund', at: AT.toISOString() }
  expect([dispute('needs_response'), dispute('lost')]).toEqual([[taken], [taken]])
  expect(dispute('won')).toEqual([{ ...taken, cents: 0 }])
  expect(dispute('warning_needs_response')).toEqual([])
})

test.each([
  ['a trial', told('invoice.paid', { amount_paid: 0 })],
  ['another event', told('customer.subscription.updated', { amount_paid: 9_700 })],
  ['a failed payment', told('invoice.payment_failed', { amount_paid: 9_700 })],
  ['an amount in text', told('invoice.paid', { amount_paid: '9700' })],
  ['no currency', told('invoice.paid', { amount_paid: 9_700, currency: null })],
  ['no event', { type: 'invoice.paid' }],
])('%s states no amount at Stripe', (_, event) => {
  expect(readStripeAmounts(event)).toEqual([])
})
