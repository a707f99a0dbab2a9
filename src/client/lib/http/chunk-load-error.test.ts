import { expect, it } from 'vitest'
import { isChunkLoadError } from './chunk-load-error.ts'

it.each([
  ['Failed to fetch dynamically imported module: https://elenco.app/assets/me-1a2b.js', true],
  ['error loading dynamically imported module: https://elenco.app/assets/me-1a2b.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/me-1a2b.css', true],
  ['Failed to fetch', false],
  ["Cannot read properties of undefined (reading 'name')", false],
])('code that did not come, by the words of %s: %s', (message, isLost) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(isLost)
})

it('takes nothing else for it', () => {
  expect(isChunkLoadError('Importing a module script failed.')).toBe(false)
})
