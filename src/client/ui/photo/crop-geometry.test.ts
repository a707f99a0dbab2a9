import { expect, test } from 'vitest'
import { clampCrop, initialCrop, moveCrop, sideOf } from './crop-geometry.ts'

const wide = { width: 800, height: 400 }

test('begins with the largest square in the middle', () => {
  expect(initialCrop(wide)).toEqual({ x: 400, y: 200, zoom: 1 })
  expect(sideOf(wide, 1)).toBe(400)
  expect(sideOf(wide, 2)).toBe(200)
})

test('the picture follows the hand, and stops at its edges', () => {
  const start = initialCrop(wide)
  expect(moveCrop(wide, start, 0.25, 0)).toEqual({ x: 300, y: 200, zoom: 1 })
  expect(moveCrop(wide, start, 5, 5)).toEqual({ x: 200, y: 200, zoom: 1 })
  expect(moveCrop(wide, start, -5, 0)).toEqual({ x: 600, y: 200, zoom: 1 })
})

test('a smaller zoom pulls the square back inside', () => {
  const corner = moveCrop(wide, { x: 400, y: 200, zoom: 4 }, -9, -9)
  expect(corner).toEqual({ x: 750, y: 350, zoom: 4 })
  expect(clampCrop(wide, { ...corner, zoom: 1 })).toEqual({ x: 600, y: 200, zoom: 1 })
  expect(clampCrop(wide, { ...corner, zoom: 99 }).zoom).toBe(4)
})
