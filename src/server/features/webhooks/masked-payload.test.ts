import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPayload } from './masked-payload.ts'

test('documents, telephones, addresses, cards, secrets and links are masked by field name', () => {
  expect(
    maskPayload({
      user: { firstName: 'Bruna', email: 'bruna@exemplo.com.br', document: '529.982.247-25', phone: null },
      phoneNumber: '+5511987654321',
      tax_ids: [{ taxId: '12.345.678/0001-95' }],
      firstPaymentSession: { ip: '203.0.113.77', utm: { source: 'instagram' } },
      billing_details: { address: { city: 'Recife', line1: 'Rua da Aurora, 10' } },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 4 } },
      hosted_invoice_url: 'https://invoice.example/secreto',
      invoice_pdf: 'https://invoice.example/secreto/pdf',
      client_secret: 'pi_1_secret_2',
      livemode: true,
    }),
  ).toEqual({
    user: { firstName: 'Bruna', email: 'bruna@exemplo.com.br', document: '•••25', phone: null },
    phoneNumber: '•••21',
    tax_ids: [{ taxId: '•••95' }],
    firstPaymentSession: { ip: '•••', utm: { source: 'instagram' } },
    billing_details: { address: { city: '•••', line1: '•••' } },
    payment_method_details: { type: 'card', card: { brand: '•••', last4: '•••', exp_month: '•••' } },
    hosted_invoice_url: '•••',
    invoice_pdf: '•••',
    client_secret: '•••',
    livemode: true,
  })
})

test('a document number is masked anywhere, but not ids, times or amounts', () => {
  const kept = {
    id: '019345aa-1234-7abc-8def-0123456789ab',
    created: 1_763_700_000,
    at: '2026-11-22T01:02:03.456Z',
    day: '2026-11-22',
    totalCents: 123_456_789,
    rate: '0.12345678901',
    subscription: 'sub_1234567890123456',
  }
  expect(maskPayload(kept)).toEqual(kept)
  const note = 'CPF 529.982.247-25, ou 52998224725; cartão 4111 1111 1111 1111.'
  expect(maskPayload({ note, custom: 52_998_224_725 })).toEqual({
    note: 'CPF •••25, ou •••25; cartão •••11.',
    custom: '•••25',
  })
})

test('no document number passes in any form, and no other data is lost', () => {
  const digits = fc.stringMatching(/^\d{11}$/)
  fc.assert(
    fc.property(digits, fc.jsonValue({ maxDepth: 4 }), (document, around) => {
      const shown = JSON.stringify(
        maskPayload({ a: [{ document }], b: { note: `CPF: ${document}.` }, around }),
      )
      expect(shown).not.toContain(document)
      expect(Object.keys(JSON.parse(shown))).toEqual(['a', 'b', 'around'])
    }),
  )
})
