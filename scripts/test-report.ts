import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts from Vitest's JSON report; a file that failed outside its tests counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts from Playwright's JSON report; a flaky test counts as failed. */
export function countPlaywright({ stats }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * Counts from the report of a suite in `file`. A suite that ended badly has at least one failure, even
 * without a report or a failed test.
 */
export function countSuite<R>(file: string, exitCode: number, count: (report: R) => Counts): Counts {
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as R)
    : { passed: 0, failed: 1, skipped: 0 }
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The sum of several suites. */
export function addCounts(all: Counts[]): Counts {
  const total = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

/** `3 passed, 1 failed`, and `, 2 skipped` when some were. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
