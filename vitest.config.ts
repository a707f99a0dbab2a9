import { relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that need no database, or start their own; they do not run on the external PostgreSQL. */
const OWN_DATABASE = [
  'src/server/ai/**',
  'src/server/db/launcher*.test.ts',
  'src/server/features/subscriptions/{entitlement,purchase-facts,hubla-facts}.test.ts',
  'src/server/scenarios/attacks/*-bombs.test.ts',
  'src/server/scenarios/attacks/{attachments,bodies,account-enumeration,error-leaks,static-files,fuzz}.test.ts',
  'src/server/scenarios/attacks/{brute-force,headers,mail-injection,csrf,passwords,route-guards}.test.ts',
  'src/server/scenarios/attacks/{process-survival,http-protocol,redirects,regex,stream-injection}.test.ts',
  'src/server/scenarios/attacks/{type-confusion,uploads,log-canary,raw-bytes}.test.ts',
  'src/server/scenarios/faults/{provider-before-text,provider-during-text,proxy,kill-loops,overload}.test.ts',
  'src/server/operating/{image-files,metrics,operate}.test.ts',
]

/**
 * The second tier: attacks, faults, races, several instances, processes and whole databases. All other files are the
 * first.
 */
const SCENARIOS = [
  'src/server/scenarios/{faults,instances,invariants}/**/*.test.ts',
  // A route without a row in the table is found every day.
  'src/server/scenarios/attacks/!(route-table).test.ts',
  'src/server/main.test.ts',
  'src/server/db/{launcher*,migrate}.test.ts',
  'src/server/operating/{backup,damaged-backups,image-files,operate}.test.ts',
  'src/server/ai/**/model-*faults*.test.ts',
  'src/server/runs/{fencing,redis-log,stop,takeover,revoked-access}.test.ts',
  'src/server/**/*{-fuzz,-race,-races,.property}.test.ts',
]

const EXCLUDED_ON_EXTERNAL = process.env.TEST_DATABASE_URL ? OWN_DATABASE : []

const server = {
  // As in production: better-auth turns off rate limits and origin checks when it detects a test.
  env: { NODE_ENV: 'production', TEST: '' },
  globalSetup: ['src/server/testing/global-setup.ts'],
}

/** Parts of the paths of files that take longer than ten seconds, the longest first. */
const LONGEST = [
  'kill-loops',
  'instances/killed',
  'route-table',
  'first-start',
  'operate',
  'graceful-stop',
  'fuzz',
  'property',
  'random-schedules',
  'bombs',
  'database-boot',
  'prompt-injection',
  'enumeration',
  'identity',
  'server/main',
  'indexing-kills',
  'many-files',
]

/** Begins with the longest files, since one that begins last would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((part) => relative(import.meta.dirname, moduleId).includes(part))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: 'America/Sao_Paulo' },
    pool: 'forks',
    // The files of one process share its modules: loading the server takes longer than most files' tests.
    isolate: false,
    execArgv: ['--import', new URL('scripts/fast-resolve-in-tests.ts', import.meta.url).href],
    // One more than the processors of a small machine: each of them often waits for the database or for a child process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The gate's machines are shared. A test that passes the second time is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    // A process is reused only for the next file of its own project, so the projects run in order.
    projects: [
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SCENARIOS, ...EXCLUDED_ON_EXTERNAL],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'scenarios',
          include: SCENARIOS,
          exclude: [...configDefaults.exclude, ...EXCLUDED_ON_EXTERNAL],
          sequence: { groupOrder: 1 },
        },
      },
      // These need no database.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{shared,client}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
