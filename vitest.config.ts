import { configDefaults, defineConfig } from 'vitest/config'

/** What asks no database, only its own, or nothing that another one would answer otherwise. */
const KNOWS_NO_OTHER = [
  'src/server/ai/**',
  'src/server/db/launcher*.test.ts',
  'src/server/features/subscriptions/{entitlement,purchase-facts,hubla-facts}.test.ts',
  'src/server/scenarios/attacks/*-bombs.test.ts',
  'src/server/scenarios/attacks/{attachments,bodies,account-enumeration,error-leaks,static-files,fuzz}.test.ts',
  'src/server/scenarios/attacks/{brute-force,headers,mail-injection,csrf,passwords,route-guards}.test.ts',
  'src/server/scenarios/attacks/{process-survival,http-protocol,redirects,regex,stream-injection}.test.ts',
  'src/server/scenarios/attacks/{type-confusion,uploads,log-canary,raw-bytes}.test.ts',
  'src/server/scenarios/faults/{provider-before-text,provider-during-text,proxy,kill-loops,overload}.test.ts',
  'src/server/operating/{metrics,operate}.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: 'America/Sao_Paulo' },
    pool: 'forks',
    execArgv: ['--import', new URL('scripts/fast-resolve-in-tests.ts', import.meta.url).href],
    // Each fork has a server's worth of work, and two of them fill a small machine.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          // As it is run: better-auth leaves out rate limits and origin checks in what it takes for a test.
          env: { NODE_ENV: 'production', TEST: '' },
          include: ['src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE_URL ? KNOWS_NO_OTHER : [])],
          globalSetup: ['src/server/testing/global-setup.ts'],
        },
      },
      // Apart, since these need no database.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{shared,client}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        },
      },
    ],
  },
})
