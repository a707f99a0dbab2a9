import { expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { copyName } from './copy-name.ts'

test('a copy says so once, and never grows beyond what a name may be', () => {
  expect(copyName('Método')).toBe('Método (cópia)')
  expect(copyName('Método (cópia)')).toBe('Método (cópia)')
  const longest = copyName('a'.repeat(LIMITS.nameLength))
  expect(longest).toHaveLength(LIMITS.nameLength)
  expect(longest).toMatch(/a \(cópia\)$/)
})
