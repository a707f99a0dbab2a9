import { expect, test } from 'vitest'
import { offersFirst, sayMapped, sayType, sayWaiting, typeOption } from './webhook-texts.ts'

test('known types are said in words, families by their beginning, others not at all', () => {
  expect(sayType('invoice.payment_succeeded')).toBe('Pagamento aprovado')
  expect(sayType('smart_installment.created')).toBe('Parcelamento inteligente')
  expect(sayType('smart_installments')).toBeUndefined()
  expect(sayType('constructor')).toBeUndefined()
  expect(sayType('')).toBeUndefined()
})

test('types of the same words can be told apart where one is chosen', () => {
  expect(typeOption('subscription.created').label).toBe('Assinatura criada (subscription.created)')
  expect(typeOption('customer.subscription.created').label).toBe(
    'Assinatura criada (customer.subscription.created)',
  )
  expect(typeOption('novo.tipo')).toEqual({ value: 'novo.tipo', label: 'novo.tipo' })
})

test('what waits is counted in Portuguese', () => {
  expect(sayWaiting({ events: 1, people: 1 })).toBe('1 evento de 1 pessoa espera')
  expect(sayWaiting({ events: 1_234, people: 2 })).toBe('1.234 eventos de 2 pessoas esperam')
  expect(sayWaiting({ events: 3, people: 0 })).toBe('3 eventos esperam')
})

test('what says most exactly what was sold comes first, in the order that it came in', () => {
  const all = (['product', 'offer', 'product', 'price'] as const).map((kind, at) => ({ kind, at }))
  expect(offersFirst(all).map(({ at }) => at)).toEqual([1, 3, 0, 2])
})

test('a mapping says what it set free, and what is left', () => {
  const sold = { kind: 'offer' as const, name: 'Turma de novembro' }
  expect(sayMapped(sold, 'Criador', { processed: 1, remaining: 0 })).toBe(
    '“Turma de novembro” agora é o plano Criador. 1 evento processado.',
  )
  expect(sayMapped(sold, 'Criador', { processed: 7, remaining: 2 })).toBe(
    '“Turma de novembro” agora é o plano Criador. 7 eventos processados. 2 eventos ainda esperam.',
  )
  expect(sayMapped({ ...sold, name: null }, 'Criador', { processed: 0, remaining: 0 })).toBe(
    '“Oferta sem nome” agora é o plano Criador.',
  )
})
