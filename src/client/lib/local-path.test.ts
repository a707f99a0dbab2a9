import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

const ORIGIN = 'http://localhost:3000'

test.each(['/app', '/app/01990000-0000-7000-8000-000000000001?x=1#fim', '/'])('%s stays', (path) => {
  expect(localPath(path, ORIGIN)).toBe(path)
})

test.each([
  undefined,
  '',
  'app',
  'https://evil.example/app',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'http://localhost:3000/app',
])('%s leads nowhere', (path) => {
  expect(localPath(path, ORIGIN)).toBeUndefined()
})
