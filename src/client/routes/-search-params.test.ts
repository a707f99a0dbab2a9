import { expect, test } from 'vitest'
import { readClaim, readNew, readPayment, readSearch } from './-search-params.ts'

const ID = '0193a0c4-0000-7000-8000-000000000001'

test('a search is taken from the address, no longer than the server takes one', () => {
  expect(readSearch({ q: 'curso' })).toEqual({ q: 'curso' })
  expect(readSearch({ q: 'a'.repeat(500) }).q).toHaveLength(100)
  expect([readSearch({}), readSearch({ q: '' }), readSearch({ q: 7 })]).toEqual([{}, {}, {}])
})

test('the token of a purchase is taken as it is mailed, and nothing else', () => {
  const compra = 'mZ3xk0-QfT_yu8aVdN1c7rBh2LwSg5eJ9pXo6iKtUAE'
  expect(readClaim({ compra, other: 'x' })).toEqual({ compra })
  for (const other of [7, '', 'curto', `${compra}/..`, 'a'.repeat(201), [compra]]) {
    expect(readClaim({ compra: other })).toEqual({})
  }
})

test('how somebody comes back from a payment is one of two ways', () => {
  expect(readPayment({ assinatura: 'feita', other: 'x' })).toEqual({ assinatura: 'feita' })
  expect(readPayment({ assinatura: 'cancelada' })).toEqual({ assinatura: 'cancelada' })
  for (const assinatura of ['', 'FEITA', 7, ['feita'], undefined])
    expect(readPayment({ assinatura })).toEqual({})
})

test('what a new one begins as, and only that', () => {
  expect(readNew({ de: ID, other: 'x' })).toEqual({ de: ID })
  expect(readNew({ de: '../x', conversa: ID })).toEqual({})
})

test.each([
  ['/app/personalizacao/ofertas/new', true],
  [`/app/personalizacao/ofertas/${ID}`, true],
  [`/app/personalizacao/ofertas/new?de=${ID}`, true],
  ['/app/personalizacao/produtos/new', false],
  ['//mal.example/app/personalizacao/ofertas/new', false],
  ['https://mal.example', false],
  ['/app/personalizacao/ofertas/../../../sign-in', false],
])('a way back to %s: %s', (volta, isTaken) => {
  expect(readNew({ volta })).toEqual(isTaken ? { volta } : {})
})
