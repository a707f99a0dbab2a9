import { expect, test } from 'vitest'
import { sortByIds } from './use-sortable-order.ts'

const keyOf = (id: string) => id

test('items follow the given order, and the others come last', () => {
  expect(sortByIds(['a', 'b', 'c'], ['c', 'a', 'b'], keyOf)).toEqual(['c', 'a', 'b'])
  expect(sortByIds(['a', 'b', 'c', 'd'], ['c', 'gone'], keyOf)).toEqual(['c', 'a', 'b', 'd'])
})
