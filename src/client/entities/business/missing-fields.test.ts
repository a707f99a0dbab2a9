import { expect, test } from 'vitest'
import type { AssetDetails } from './assets.api.ts'
import { findMissingFields } from './missing-fields.ts'

const brand = (id: string, over: Partial<AssetDetails['brands'][number]> = {}) =>
  ({ id, name: `Marca ${id}`, description: null, audience: '', toneOfVoice: 'Direto', ...over }) as never
const product = (id: string, additionalDeliverables: string | null) =>
  ({ id, name: `Produto ${id}`, additionalDeliverables }) as never

test('required fields that are empty, in the order of the assets', () => {
  const details = { products: [product('p', null), product('q', 'Bônus')], brands: [brand('b'), brand('c')] }
  const required = ['brand.audience', 'brand.toneOfVoice', 'product.additionalDeliverables'] as const
  expect(findMissingFields(required, details)).toEqual([
    { kind: 'product', id: 'p', name: 'Produto p', fields: ['additionalDeliverables'] },
    { kind: 'brand', id: 'b', name: 'Marca b', fields: ['audience'] },
    { kind: 'brand', id: 'c', name: 'Marca c', fields: ['audience'] },
  ])
})

test('blank counts as empty, no required fields means none missing', () => {
  const details = { products: [], brands: [brand('b', { audience: '  ', description: 'Escola' })] }
  expect(findMissingFields(['brand.audience', 'brand.description'], details)).toMatchObject([
    { fields: ['audience'] },
  ])
  expect(findMissingFields([], details)).toEqual([])
  expect(findMissingFields(['product.additionalDeliverables'], details)).toEqual([])
})
