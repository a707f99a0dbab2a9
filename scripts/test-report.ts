import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

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

interface PlaywrightSuite {
  file: string
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

export interface PlaywrightReport {
  config: { rootDir: string }
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

export interface FileSeconds {
  file: string
  seconds: number
}

/** What Vitest's own JSON report leaves out. */
export interface VitestFiles {
  files: FileSeconds[]
  flaky: string[]
}

/** A suite of one tier; `seconds` from its start to its end. */
export interface SuiteResult extends Counts {
  name: string
  seconds: number
  /** `file › test` of those that failed and then passed, which only the gate lets them. */
  flaky: string[]
}

/** Durations of a run. The files of a suite run beside each other, so their seconds add up to more than the suite's. */
export interface Timings {
  buildSeconds: number
  suites: SuiteResult[]
  files: FileSeconds[]
}

const SLOWEST = 25

/** Counts of Vitest's JSON report; a file that failed outside its tests counts as one failure. */
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

/** Counts of Playwright's JSON report; a flaky test passed in the end. */
export function countPlaywright({ stats }: Pick<PlaywrightReport, 'stats'>): Counts {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** Flaky tests of Playwright's JSON report, as `file › test`. */
export const playwrightFlaky = ({ suites }: Pick<PlaywrightReport, 'suites'>): string[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file} › ${title}`),
    ...playwrightFlaky({ suites: inner }),
  ])

/** Seconds of each file of Playwright's JSON report: the sum of its tests. */
export function playwrightSeconds(
  { config, suites }: Pick<PlaywrightReport, 'config' | 'suites'>,
  root: string,
): FileSeconds[] {
  const milliseconds = ({ specs, suites: inner = [] }: PlaywrightSuite): number =>
    sum(
      specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    ) + sum(inner.map(milliseconds))
  return suites.map((suite) => ({
    file: relative(root, join(config.rootDir, suite.file)),
    seconds: round(milliseconds(suite) / 1000),
  }))
}

/** The JSON report in `file`, or undefined when there is none. */
export const readReport = <R>(file: string): R | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as R) : undefined

/**
 * Counts from the report of a suite in `file`. A suite that ended badly has at least one failure, even
 * without a report or a failed test.
 */
export function countSuite<R>(file: string, exitCode: number, count: (report: R) => Counts): Counts {
  const report = readReport<R>(file)
  const counts = report ? count(report) : { passed: 0, failed: 1, skipped: 0 }
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** The sum of several suites. */
export function addCounts(all: Counts[]): Counts {
  const total = (key: keyof Counts) => sum(all.map((counts) => counts[key]))
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

/** `3 passed, 1 failed`, and `, 2 skipped` when some were. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The slowest files, then the seconds and counts of each suite. */
export function formatTimings({ buildSeconds, suites, files }: Timings): string {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const total = round(buildSeconds + sum(suites.map(({ seconds }) => seconds)))
  return [
    'The slowest files, in seconds:',
    ...slowest.map(({ file, seconds }) => `${padded(seconds)}  ${file}`),
    '',
    'Seconds:',
    `${padded(buildSeconds)}  build`,
    ...suites.flatMap((suite) => [
      `${padded(suite.seconds)}  ${suite.name}: ${formatCounts(suite)}`,
      ...suite.flaky.map((test) => `flaky: ${test}`),
    ]),
    `${padded(total)}  in all`,
  ].join('\n')
}

const padded = (seconds: number) => seconds.toFixed(1).padStart(8)

const round = (seconds: number) => Math.round(seconds * 10) / 10

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
