import { expect, test } from 'vitest'
import { isLocalPath } from './local-path.ts'

test.each([
  '/',
  '/app',
  '/app/me/edit',
  '/callback?redirect=%2Fapp%2Fme',
  '/app/x?volta=https://outro.exemplo//y',
  '/app#//fim',
  '/app/ação',
])('%s stays on this site', (path) => {
  expect(isLocalPath(path)).toBe(true)
})

test.each([
  '',
  'app',
  '.',
  'mal.exemplo',
  '?x=/app',
  '#/app',
  ' /app',
  'http://localhost:3000/app',
  '//mal.exemplo',
  '/\\mal.exemplo',
  '/app\\..\\x',
  '/app//mal.exemplo',
  '/%2f/mal.exemplo',
  '/%5Cmal.exemplo',
  '/%0d%0aX: y',
  '/%09/mal.exemplo',
  '/\t/mal.exemplo',
  '/app\r\nX: y',
  '/app?x=\u0000',
  'javascript:alert(1)',
])('%j leaves it, for some parser', (path) => {
  expect(isLocalPath(path)).toBe(false)
})
