import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
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
  formatCounts,
} from './test-report.ts'

const SUITES = ['server', 'browser']

process.chdir(projectRoot)
const files = process.argv.slice(2).filter((name) => name.startsWith('src/'))
const asked = process.argv.slice(2).filter((name) => !files.includes(name))
if (asked.some((name) => !SUITES.includes(name)) || (files.length > 0 && `${asked}` !== 'server')) {
  console.error('Usage: npm test [-- browser | server [src/…]]')
  process.exit(2)
}
const suites = new Set(asked.length > 0 ? asked : SUITES)
const reports = mkdtempSync(join(tmpdir(), 'elenco-tests-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

// First of all, so that a missing browser is reported before the other tests run.
const browser = suites.has('browser') ? await findOrInstallChromium() : undefined
if (typeof browser === 'string') {
  console.error(browser)
  process.exit(1)
}
const isBuilt = await buildWeb()
const results = new Map<string, Counts>()
if (suites.has('server')) results.set('Vitest', await runVitest())
if (browser)
  results.set('Playwright', isBuilt ? await runPlaywright(browser) : { passed: 0, failed: 1, skipped: 0 })

const total = addCounts([...results.values()])
process.exitCode = total.failed > 0 ? 1 : 0
console.log()
if (results.size > 1) for (const [name, counts] of results) console.log(`${name}: ${formatCounts(counts)}`)
console.log(formatCounts(total))

async function runVitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json')
  const code = await runCommand(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    // Other projects use no database, and have already run with the embedded one.
    ...(process.env.TEST_DATABASE_URL ? ['--project=server'] : []),
    ...files,
  ])
  return countSuite(file, code, countVitest)
}

async function runPlaywright({ path, hasSandbox }: Chromium): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  const code = await runCommand(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    {
      env: {
        ...process.env,
        CHROMIUM_PATH: path,
        CHROMIUM_SANDBOX: hasSandbox ? 'on' : 'off',
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    },
  )
  return countSuite(file, code, countPlaywright)
}
