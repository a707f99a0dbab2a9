import './node-version.mjs'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { type Chromium, findOrInstallChromium } from './chromium.ts'
import { projectRoot } from './project.ts'
import { runCommand } from './run-command.ts'
import {
  addCounts,
  type Counts,
  countPlaywright,
  countSuite,
  countVitest,
  type FileSeconds,
  formatCounts,
  formatTimings,
  type PlaywrightReport,
  playwrightFlaky,
  playwrightSeconds,
  readReport,
  type SuiteResult,
  type Timings,
  type VitestFiles,
} from './test-report.ts'

type Tier = {
  name: 'everyday' | 'rest'
  /** Projects of vitest.config.ts. All but `unit` ask a database. */
  projects: string[]
  /** Options of Playwright. */
  journeys: string[]
}

const TIERS: Tier[] = [
  { name: 'everyday', projects: ['unit', 'server'], journeys: ['--grep', '@smoke'] },
  { name: 'rest', projects: ['scenarios'], journeys: ['--grep-invert', '@smoke'] },
]
const SUITES = ['server', 'browser']
const TIMINGS = 'test-timings'

process.chdir(projectRoot)
const words = process.argv.slice(2)
const files = words.filter((word) => word.startsWith('src/'))
const askedTier =
  words.find((word) => word === 'all' || TIERS.some(({ name }) => name === word)) ?? 'everyday'
const askedSuites = words.filter((word) => SUITES.includes(word))
const isUnderstood = words.every((word) => [askedTier, ...askedSuites, ...files].includes(word))
if (!isUnderstood || (files.length > 0 && `${askedSuites}` !== 'server')) {
  console.error('Usage: npm test [-- [everyday | rest | all] [server | browser] [src/…, with server]]')
  process.exit(2)
}
// Named files are of either tier, and run once.
const tiers =
  files.length > 0 ? TIERS.slice(0, 1) : TIERS.filter(({ name }) => ['all', name].includes(askedTier))
const suites = new Set(askedSuites.length > 0 ? askedSuites : SUITES)
const isExternal = Boolean(process.env.TEST_DATABASE_URL)
const reports = mkdtempSync(join(tmpdir(), 'elenco-tests-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

// A missing browser is reported before the other tests run, not after them.
const browser = suites.has('browser') ? await findOrInstallChromium() : undefined
if (typeof browser === 'string') {
  console.error(browser)
  process.exit(1)
}
const buildStart = performance.now()
const isBuilt = await buildWeb()
const timings: Timings = { buildSeconds: secondsSince(buildStart), suites: [], files: [] }
for (const tier of tiers) {
  if (suites.has('server')) note(await runVitest(tier))
  if (browser) note(isBuilt ? await runPlaywright(tier, browser) : notRun(tier))
}
keepTimings()

const total = addCounts(timings.suites)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${formatTimings(timings)}\n`)
console.log(formatCounts(total))

type Run = { suite: SuiteResult; files: FileSeconds[] }

function note({ suite, files }: Run): void {
  timings.suites.push(suite)
  timings.files.push(...files)
}

/** One file per kind of run, so that a run keeps the figures of the others. */
function keepTimings(): void {
  mkdirSync(TIMINGS, { recursive: true })
  const kind = [askedTier, ...askedSuites, ...(isExternal ? ['external'] : [])].join('-')
  writeFileSync(join(TIMINGS, `${kind}.json`), `${JSON.stringify(timings, null, 2)}\n`)
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10
}

function notRun(tier: Tier): Run {
  const name = `${tier.name}: Playwright, not run without a build`
  return { suite: { name, seconds: 0, passed: 0, failed: 1, skipped: 0, flaky: [] }, files: [] }
}

/** Runs a suite that leaves a JSON report; its result but for the files and flaky tests. */
async function runSuite<R>(
  name: string,
  report: string,
  count: (report: R) => Counts,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Omit<SuiteResult, 'flaky'>> {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const code = await runCommand(process.execPath, args, { env: { ...process.env, ...env } })
  return { name, seconds: secondsSince(start), ...countSuite(report, code, count) }
}

async function runVitest(tier: Tier): Promise<Run> {
  // On another database only the tests that ask one.
  const asked = files.length > 0 ? TIERS.flatMap(({ projects }) => projects) : tier.projects
  const projects = asked.filter((name) => !isExternal || name !== 'unit')
  const report = join(reports, `vitest-${tier.name}.json`)
  const rest = join(reports, `vitest-${tier.name}-files.json`)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/files-reporter.ts',
    `--outputFile.json=${report}`,
    ...projects.map((name) => `--project=${name}`),
    ...files,
  ]
  const env = { VITEST_FILES_REPORT: rest }
  const suite = await runSuite(`${tier.name}: Vitest`, report, countVitest, args, env)
  const { files: ran, flaky } = readReport<VitestFiles>(rest) ?? { files: [], flaky: [] }
  return { suite: { ...suite, flaky }, files: ran }
}

async function runPlaywright(tier: Tier, { path, hasSandbox }: Chromium): Promise<Run> {
  const report = join(reports, `playwright-${tier.name}.json`)
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...tier.journeys]
  const env = {
    CHROMIUM_PATH: path,
    CHROMIUM_SANDBOX: hasSandbox ? 'on' : 'off',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const suite = await runSuite(`${tier.name}: Playwright`, report, countPlaywright, args, env)
  const read = readReport<PlaywrightReport>(report)
  return {
    suite: { ...suite, flaky: read ? playwrightFlaky(read) : [] },
    files: read ? playwrightSeconds(read, projectRoot) : [],
  }
}
