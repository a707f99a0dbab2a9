import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, CHROMIUM_SANDBOX, CI } = process.env
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: Boolean(CI),
  // The gate's machines are shared. A test that passes the second time is reported as flaky.
  retries: CI ? 1 : 0,
  // Each worker has a browser, a server and a database of its own. Two of them use two cores well.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Less than a test's, so that the report shows the action that waits.
    actionTimeout: 45_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // A worker's requests pass by the tests that watch and answer the page's; `installable.spec.ts` is about it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
      // Chromium has no sandbox as root, and `npm test` tells when it has none for another reason.
      chromiumSandbox: !isRoot && CHROMIUM_SANDBOX !== 'off',
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
