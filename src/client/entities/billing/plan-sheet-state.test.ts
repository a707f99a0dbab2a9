import { expect, test, vi } from 'vitest'
import { planSheet } from './plan-sheet-state.ts'

test('the sheet is called from anywhere, and who shows it hears of it', () => {
  const listener = vi.fn()
  const leave = planSheet.subscribe(listener)
  expect(planSheet.current()).toBeNull()
  planSheet.open({ why: 'quota' })
  expect(planSheet.current()).toEqual({ why: 'quota' })
  planSheet.close()
  expect(planSheet.current()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  planSheet.open({ why: 'plans' })
  expect(listener).toHaveBeenCalledTimes(2)
  planSheet.close()
})
