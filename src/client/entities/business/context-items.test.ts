import { describe, expect, it } from 'vitest'
import type { AssetKind } from '#shared/contract/assets.ts'
import type { Grounding } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import {
  type AssetItem,
  chosenItems,
  contextOf,
  isSameContext,
  itemsOf,
  predictContext,
  withItem,
  withoutItem,
} from './context-items.ts'

const item = (kind: AssetKind, id: string): AssetItem => ({ kind, id, name: `Nome de ${id}` })
const product = item('product', 'p')
const brand = item('brand', 'b')
const offer = item('offer', 'o')
const document = item('document', 'd')

describe('context of a message', () => {
  it('names each thing in the list of its kind, and back again', () => {
    const context = contextOf([offer, product, document, brand])
    expect(context).toEqual({ productIds: ['p'], brandIds: ['b'], offerIds: ['o'], documentIds: ['d'] })
    expect(isSameContext(itemsOf(context), [product, brand, offer, document])).toBe(true)
    expect(itemsOf(context).every(({ name }) => name === '')).toBe(true)
  })

  it('holds each thing once, and no more of a kind than a message takes', () => {
    const full = Array.from({ length: LIMITS.contextItems }, (_, index) => item('product', String(index)))
    expect(withItem([product], product)).toEqual([product])
    expect(withItem([product], brand)).toEqual([product, brand])
    expect(withItem(full, product)).toBeUndefined()
    expect(withItem(full, item('product', '3'))).toBe(full)
    expect(withItem(full, brand)).toHaveLength(full.length + 1)
    expect(withoutItem([product, item('brand', 'p')], product)).toEqual([item('brand', 'p')])
  })

  it('is the same in another order, and never by the id alone', () => {
    expect(isSameContext([product, brand], [brand, product])).toBe(true)
    expect(isSameContext([product], [item('brand', 'p')])).toBe(false)
    expect(isSameContext([product], [])).toBe(false)
  })
})

describe('context of a reply', () => {
  const grounds: Grounding[] = [
    { kind: 'onboarding', id: null, name: 'Perfil', isChosen: false },
    { ...product, isChosen: false },
    { ...offer, isChosen: true },
  ]

  it('was chosen, or came along', () => {
    expect(chosenItems(grounds)).toEqual([offer])
  })

  it('is what was sent, with what came along before where the choice is the same', () => {
    expect(predictContext([offer], grounds)).toEqual(grounds)
    expect(predictContext([brand], grounds)).toEqual([{ ...brand, isChosen: true }])
    expect(predictContext([], [])).toEqual([])
  })
})
