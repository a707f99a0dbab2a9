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
  playwrightFlaky,
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

it('counts a browser test that passed the second time as passed, and names it', () => {
  const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 1 }
  expect(countPlaywright({ stats })).toEqual({ passed: 3, failed: 1, skipped: 1 })
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results: [] }] })
  const inner = { file: 'a.spec.ts', specs: [spec('on a phone', 'flaky')] }
  const specs = [spec('is stable', 'expected'), spec('is not', 'flaky'), spec('fails', 'unexpected')]
  expect(playwrightFlaky({ suites: [{ file: 'a.spec.ts', specs, suites: [inner] }] })).toEqual([
    'a.spec.ts › is not',
    'a.spec.ts › on a phone',
  ])
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
    {
      title: '',
      tests: durations.map((duration) => ({ status: 'expected', results: [{ duration }] })),
    },
  ]
  const inner = { file: 'b.spec.ts', specs: specs(1_500) }
  const suites = [{ file: 'b.spec.ts', specs: specs(2_000, 600), suites: [inner] }]
  expect(playwrightSeconds({ config: { rootDir: '/project/e2e' }, suites }, '/project')).toEqual([
    { file: 'e2e/b.spec.ts', seconds: 4.1 },
  ])
})

it('lists the 25 slowest files first, and the seconds of each suite', () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }))
  const counts = { passed: 3, failed: 0, skipped: 0 }
  const suites = [{ name: 'everyday: Vitest', seconds: 20.5, ...counts, flaky: ['a.test.ts › waits'] }]
  const lines = formatTimings({ buildSeconds: 1.5, suites, files }).split('\n')
  expect(lines.slice(1, 3)).toEqual(['    29.0  29.test.ts', '    28.0  28.test.ts'])
  expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(25)
  expect(lines.slice(-4)).toEqual([
    '     1.5  build',
    '    20.5  everyday: Vitest: 3 passed, 0 failed',
    'flaky: a.test.ts › waits',
    '    22.0  in all',
  ])
})
