import { relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What asks no database, only its own, or nothing that another one would answer otherwise. */
const KNOWS_NO_OTHER = [
  'src/server/ai/**',
  'src/server/db/launcher*.test.ts',
  'src/server/features/subscriptions/{entitlement,facts,hubla-facts}.test.ts',
  'src/server/attacks-*-bombs.test.ts',
  'src/server/attacks-{attachments,bodies,enumeration,errors,files,fuzz,guessing,headers}.test.ts',
  'src/server/attacks-{mail,origin,passwords,paths,process,protocol,redirects,regex,stream,types,uploads}.test.ts',
  'src/server/faults-p*.test.ts',
  'src/server/operating/{metrics,operate}.test.ts',
  'src/server/{log-canary,main-loops,main-raw,overload}.test.ts',
]

/**
 * The second tier: attacks, faults, races, several instances, processes and whole databases. All other files are the
 * first.
 */
const SCENARIOS = [
  'src/server/scenarios/**/*.test.ts',
  'src/server/{attacks,database-faults,faults,instances,invariants}*.test.ts',
  'src/server/{log-canary,main,main-loops,main-raw,main-stop,overload}.test.ts',
  'src/server/db/{launcher*,migrate}.test.ts',
  'src/server/operating/{backup,damaged-copies,operate}.test.ts',
  'src/server/ai/model-*faults*.test.ts',
  'src/server/runs/{fencing,redis-log,stop,takeover,withdrawn}.test.ts',
  'src/server/**/*{-fuzz,-race,-races,.property}.test.ts',
]

const OWN_DATABASE_ONLY = process.env.TEST_DATABASE_URL ? KNOWS_NO_OTHER : []

const server = {
  // As it is run: better-auth leaves out rate limits and origin checks in what it takes for a test.
  env: { NODE_ENV: 'production', TEST: '' },
  globalSetup: ['src/server/testing/global-setup.ts'],
  alias: { 'better-auth/crypto': new URL('src/server/testing/quick-passwords.ts', import.meta.url).pathname },
}

/** Parts of the paths of files that take longer than ten seconds, the longest first. */
const LONGEST = [
  'loops',
  'killed',
  'route-table',
  'first-start',
  'operate',
  'main-stop',
  'fuzz',
  'property',
  'schedules',
  'bombs',
  'boot',
  'injection',
  'enumeration',
  'identity',
  'main',
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
    execArgv: ['--import', new URL('scripts/lean-tests.ts', import.meta.url).href],
    // One more than the processors of a small machine: each of them often waits for the database or a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    // A process is used again only for the next file of its own project, hence an order among these.
    projects: [
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SCENARIOS, ...OWN_DATABASE_ONLY],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'scenarios',
          include: SCENARIOS,
          exclude: [...configDefaults.exclude, ...OWN_DATABASE_ONLY],
          sequence: { groupOrder: 1 },
        },
      },
      // Apart, since these need no database.
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
