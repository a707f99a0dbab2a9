import { expect, test } from 'vitest'
import { comparedOf } from './compared.ts'

test('a reply is compared with the only product, offer and brand that it was written with', () => {
  const grounds = [
    { kind: 'onboarding', id: null },
    { kind: 'offer', id: 'o' },
    { kind: 'product', id: 'p' },
    { kind: 'brand', id: 'b' },
    { kind: 'voice', id: 'b' },
    { kind: 'document', id: 'd' },
  ] as const
  expect(comparedOf(grounds, 'meta')).toEqual({ channel: 'meta', offerId: 'o', productId: 'p', brandId: 'b' })
  expect(comparedOf([...grounds, { kind: 'product', id: 'q' }], 'page')).toMatchObject({
    offerId: 'o',
    productId: '',
  })
  expect(comparedOf([], 'page')).toEqual({ channel: 'page', offerId: '', productId: '', brandId: '' })
})
