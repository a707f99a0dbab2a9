import { expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { copyName } from './copy-name.ts'

test('a copy is marked once and stays within the length limit', () => {
  expect(copyName('Método')).toBe('Método (cópia)')
  expect(copyName('Método (cópia)')).toBe('Método (cópia)')
  const longest = copyName('a'.repeat(LIMITS.nameLength))
  expect(longest).toHaveLength(LIMITS.nameLength)
  expect(longest).toMatch(/a \(cópia\)$/)
})
