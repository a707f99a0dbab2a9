import { afterEach, expect, test, vi } from 'vitest'
import { readFirstHours, rememberFirstHours } from './progress-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
  return values
}

test('what is over stays over, for each person by themselves', () => {
  const values = storage()
  expect([...readFirstHours('ana')].filter(Boolean)).toEqual([])
  rememberFirstHours('ana', 'tour')
  rememberFirstHours('ana', 'checklist')
  rememberFirstHours('ana', 'tour')
  expect(values.get('elenco-home:ana')).toBe('tour checklist')
  expect([readFirstHours('ana').has('checklist'), readFirstHours('bia').has('checklist')]).toEqual([
    true,
    false,
  ])
})

test('what an older version remembered is neither of the two, and makes room', () => {
  const values = storage({ 'elenco-home:ana': 'offered product' })
  expect(readFirstHours('ana').has('tour')).toBe(false)
  rememberFirstHours('ana', 'checklist')
  expect(values.get('elenco-home:ana')).toBe('checklist')
})

test('a storage that refuses costs only the memory', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  rememberFirstHours('ana', 'tour')
  expect(readFirstHours('ana').has('tour')).toBe(false)
})
