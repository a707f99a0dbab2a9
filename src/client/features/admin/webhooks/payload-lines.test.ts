import { expect, test } from 'vitest'
import { linesOf } from './payload-lines.ts'

test('a payload is written as JSON is, its names apart from its values', () => {
  const payload = {
    type: 'invoice.paid',
    event: { total: 9700, paid: true, coupon: null, products: [{ id: 'p1' }, 'solto": ', 'a'], offers: [] },
    'campo "estranho": \\\n': 'linha 1\nlinha 2',
  }
  const { lines, isCut } = linesOf(payload)
  const whole = lines.map(({ indent, name, text }) => `${indent}${name}${text}`).join('\n')
  expect(whole).toBe(JSON.stringify(payload, undefined, 2))
  expect(isCut).toBe(false)
  expect(lines.map(({ name }) => name).filter(Boolean)).toEqual([
    '"type": ',
    '"event": ',
    '"total": ',
    '"paid": ',
    '"coupon": ',
    '"products": ',
    '"id": ',
    '"offers": ',
    '"campo \\"estranho\\": \\\\\\n": ',
  ])
})

test('what is endlessly long is cut, and says so', () => {
  const { lines, isCut } = linesOf({ items: Array.from({ length: 5_000 }, (_, index) => index) })
  expect(lines).toHaveLength(2_000)
  expect(isCut).toBe(true)
})
