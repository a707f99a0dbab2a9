import { afterEach, expect, test, vi } from 'vitest'
import { readProgress, storeProgress } from './progress-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(kept: Record<string, string> = {}) {
  const values = new Map(Object.entries(kept))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
  return values
}

test('the progress is stored per user', () => {
  const values = storage()
  expect([...readProgress('ana')].filter(Boolean)).toEqual([])
  storeProgress('ana', 'listed')
  storeProgress('ana', 'checklist')
  storeProgress('ana', 'listed')
  expect(values.get('elenco-home:ana')).toBe('checklist listed')
  expect([readProgress('ana').has('checklist'), readProgress('bia').has('checklist')]).toEqual([true, false])
})

test('values of an older version are ignored and replaced', () => {
  const values = storage({ 'elenco-home:ana': 'tour offered' })
  expect(readProgress('ana').has('checklist')).toBe(false)
  storeProgress('ana', 'checklist')
  expect(values.get('elenco-home:ana')).toBe('checklist')
})

test('a storage that refuses costs only the memory', () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  storeProgress('ana', 'checklist')
  expect(readProgress('ana').has('checklist')).toBe(false)
})
