import { expect, test, vi } from 'vitest'
import { planSheet, usePlanSheet } from './plan-sheet-state.ts'

test('notifies subscribers when the sheet opens and closes', () => {
  const listener = vi.fn()
  const leave = usePlanSheet.subscribe(listener)
  expect(usePlanSheet.getState().reason).toBeNull()
  planSheet.open({ why: 'quota' })
  expect(usePlanSheet.getState().reason).toEqual({ why: 'quota' })
  planSheet.close()
  expect(usePlanSheet.getState().reason).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  planSheet.open({ why: 'plans' })
  expect(listener).toHaveBeenCalledTimes(2)
  planSheet.close()
})
