import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { projectRoot } from './project.ts'
import { runCommand } from './run-command.ts'

export interface Chromium {
  path: string
  /** False if the system offers no sandbox: as root, or without user namespaces. */
  hasSandbox: boolean
}

// The headless shell is the same engine without a user interface, and uses a third less processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PLAYWRIGHT_TIMEOUT_MS = 5 * 60_000
const APT_TIMEOUT_MS = 10 * 60_000
const PROBE_TIMEOUT_MS = 60_000

/**
 * Finds a Chromium that runs (CHROMIUM_PATH, Playwright's own, one on the PATH), or installs one through
 * Playwright or, as root on Debian, through apt. Resolves to one line of advice if that fails.
 */
export async function findOrInstallChromium(env = process.env): Promise<Chromium | string> {
  if (env.CHROMIUM_PATH) {
    return (
      probe(env.CHROMIUM_PATH) ?? `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which does not run as a Chromium.`
    )
  }
  const found = firstRunning(candidates(env))
  if (found) return found

  const folder = mkdtempSync(join(tmpdir(), 'elenco-install-'))
  const logFile = join(folder, 'install.log')
  try {
    for (const install of [installThroughPlaywright, installFromDebian]) {
      await install(logFile)
      const installed = firstRunning(candidates(env))
      if (installed) return installed
    }
    console.error(readFileSync(logFile, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 'No Chromium was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one, and run `npm test` again.'
}

async function installThroughPlaywright(logFile: string): Promise<void> {
  console.log('No Chromium found. Installing one through Playwright (some minutes at most)…')
  const cli = join(projectRoot, 'node_modules/@playwright/test/cli.js')
  await runCommand(process.execPath, [cli, 'install', 'chromium'], {
    logFile,
    timeoutMs: PLAYWRIGHT_TIMEOUT_MS,
  })
}

async function installFromDebian(logFile: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log("Playwright's Chromium cannot be had or does not run here. Installing Debian's…")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { logFile, timeoutMs: APT_TIMEOUT_MS, env }
  await runCommand('apt-get', ['update'], options)
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const packages = [browser, 'fonts-liberation']
    const code = await runCommand(
      'apt-get',
      ['install', '-y', '--no-install-recommends', ...packages],
      options,
    )
    if (code === 0) return
  }
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [chromium.executablePath(), ...onPath, MAC_CHROME]
}

function firstRunning(paths: string[]): Chromium | undefined {
  for (const path of paths) {
    const found = probe(path)
    if (found) return found
  }
  return undefined
}

/** An existing file may lack libraries or its sandbox, so this opens an empty page. */
function probe(path: string): Chromium | undefined {
  if (!existsSync(path)) return undefined
  if (process.getuid?.() !== 0 && opensPage(path, [])) return { path, hasSandbox: true }
  return opensPage(path, ['--no-sandbox']) ? { path, hasSandbox: false } : undefined
}

function opensPage(path: string, extra: string[]): boolean {
  const profile = mkdtempSync(join(tmpdir(), 'elenco-chromium-'))
  try {
    const flags = ['--headless', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`, ...extra]
    const { status, stdout } = spawnSync(path, [...flags, '--dump-dom', 'about:blank'], {
      encoding: 'utf8',
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    return status === 0 && stdout.includes('<html')
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
