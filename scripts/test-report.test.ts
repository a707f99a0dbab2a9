import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addCounts, countPlaywright, countSuite, countVitest, formatCounts } from './test-report.ts'

it('counts a Vitest file that failed outside its tests', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

it('counts a flaky browser test as failed', () => {
  const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 1 }
  expect(countPlaywright({ stats })).toEqual({ passed: 2, failed: 2, skipped: 1 })
})

it('counts a suite that ended badly as failed, whatever its report says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'elenco-report-'))
  try {
    const file = join(folder, 'report.json')
    expect(countSuite(file, 0, countPlaywright)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    writeFileSync(file, JSON.stringify({ stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }))
    expect(countSuite(file, 0, countPlaywright)).toEqual({ passed: 4, failed: 0, skipped: 0 })
    expect(countSuite(file, 1, countPlaywright)).toEqual({ passed: 4, failed: 1, skipped: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('prints totals in one line', () => {
  const total = addCounts([
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(formatCounts(total)).toBe('5 passed, 1 failed')
  expect(formatCounts({ ...total, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped')
})
