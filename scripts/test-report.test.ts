import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  addCounts,
  countPlaywright,
  countSuite,
  countVitest,
  formatCounts,
  formatTimings,
  playwrightSeconds,
} from './test-report.ts'

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

it('sums up the seconds of each browser file', () => {
  const specs = (...durations: number[]) => [
    { tests: durations.map((duration) => ({ results: [{ duration }] })) },
  ]
  const inner = { file: 'b.spec.ts', specs: specs(1_500) }
  const suites = [{ file: 'b.spec.ts', specs: specs(2_000, 600), suites: [inner] }]
  expect(playwrightSeconds({ config: { rootDir: '/project/e2e' }, suites }, '/project')).toEqual([
    { file: 'e2e/b.spec.ts', seconds: 4.1 },
  ])
})

it('lists the 25 slowest files first, and the seconds of each suite', () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }))
  const suites = [{ name: 'everyday: Vitest', seconds: 20.5, passed: 3, failed: 0, skipped: 0 }]
  const lines = formatTimings({ buildSeconds: 1.5, suites, files }).split('\n')
  expect(lines.slice(1, 3)).toEqual(['    29.0  29.test.ts', '    28.0  28.test.ts'])
  expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(25)
  expect(lines.slice(-3)).toEqual([
    '     1.5  build',
    '    20.5  everyday: Vitest: 3 passed, 0 failed',
    '    22.0  in all',
  ])
})
