import { configDefaults, defineConfig } from 'vitest/config'

/** Whose answers hang on statements that another PostgreSQL may take otherwise: these run on `TEST_DATABASE_URL` too. */
const ASKS_THE_DATABASE = [
  'src/server/{features,runs}/**/*.test.ts',
  'src/server/db/migrate.test.ts',
  'src/server/auth/{account-deletion,admin,auth-limits,google,housekeeping,own-sessions,verification}.test.ts',
  'src/server/attacks-{admin,assignment,ownership,purchases}.test.ts',
  'src/server/{database-faults,instances,invariants}*.test.ts',
  'src/server/route-table.test.ts',
]
const ASKS_NONE = [
  'src/server/features/{attachments,drafts}/**',
  'src/server/features/subscriptions/{entitlement,facts,hubla-facts}.test.ts',
  'src/server/instances-killed.test.ts',
]
const isExternal = Boolean(process.env.TEST_DATABASE_URL)

export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: 'America/Sao_Paulo' },
    pool: 'forks',
    execArgv: ['--import', new URL('scripts/lean-tests.ts', import.meta.url).href],
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
          include: isExternal ? ASKS_THE_DATABASE : ['src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isExternal ? ASKS_NONE : [])],
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
