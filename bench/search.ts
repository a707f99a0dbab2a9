import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import type { ApiLoad, ApiLoadResult } from './lib/api/load.ts'
import { Child } from './lib/child.ts'
import { figure, type Goal, median, printGoals, printHeader, printTable } from './lib/report.ts'
import { fillForSearch, SOUGHT, scanTime } from './lib/search-fill.ts'

const OWN = 50_000
const ALL = 1_000_000
const FEW = 1_000
/** Messages added to the small account for the comparison with itself. */
const MORE = 120_000
const GOAL_MS = 150
const GOAL_RATIO = 1.3
const CONNECTIONS = 2
const ROUNDS = 5
const WINDOW_MS = 1_000

/** Queries by their difficulty. */
const SEARCHES: Record<string, string> = {
  'rare word': SOUGHT.rare,
  'word in most messages': SOUGHT.frequent,
  'word in 1 of 100': SOUGHT.common,
  'word in old messages only': SOUGHT.old,
  'word that is nowhere': 'xilofone',
  'one letter': 'v',
  'half a word': 'lanc',
  'half a rare word': 'brabax',
  'three words, the last half typed': 'campanha promocao vend',
  'accents and one for many': 'promoções',
  'only what every text has': 'de a o',
  'mistyped title': 'lancamneto',
}

type Installation = { url: string; cookie: string; databaseUrl: string }
const close: (() => Promise<void>)[] = []

async function install(size: { own: number; others: number }): Promise<Installation> {
  const server = await startServerProcess()
  close.push(() => server.close())
  const { url, databaseUrl } = server
  const ana = new TestClient(() => url, url)
  await ana.signUp({ name: 'Ana', email: 'ana@exemplo.com.br', password: 'senha-segura-1' })
  await fillForSearch(databaseUrl, size)
  return { url, databaseUrl, cookie: ana.cookie }
}

async function ask(client: Child, { url, cookie }: Installation, q: string): Promise<ApiLoadResult> {
  const requests = [{ url: `${url}/api/v1/search?q=${encodeURIComponent(q)}`, headers: { cookie } }]
  client.send({ requests, connections: CONNECTIONS, windowMs: WINDOW_MS } satisfies ApiLoad)
  const result = await client.next<ApiLoadResult>()
  if (result.failures > 0) throw new Error(`${result.failures} answers to «${q}» were no answers`)
  return result
}

printHeader(
  `bench/search: an account of ${OWN} messages among ${ALL}, beside one of ${FEW} by itself, and that one with ${MORE} more; ${CONNECTIONS} connections`,
)
try {
  const many = await install({ own: OWN, others: ALL - OWN })
  const few = await install({ own: FEW, others: 0 })
  const grown = await install({ own: FEW + MORE, others: 0 })
  const { child: client } = await Child.start('api/load')
  close.push(() => client.close())

  const goals: Goal[] = []
  const rows: Record<string, string>[] = []
  const medians: Record<'few' | 'grown', number>[] = []
  for (const [what, q] of Object.entries(SEARCHES)) {
    const results: Record<'many' | 'few' | 'grown', ApiLoadResult>[] = []
    // The round before the first one warms up; alternating, so that other load affects both.
    for (let round = -1; round < ROUNDS; round += 1) {
      const result = {
        many: await ask(client, many, q),
        few: await ask(client, few, q),
        grown: await ask(client, grown, q),
      }
      if (round >= 0) results.push(result)
    }
    const p99 = median(results.map((it) => it.many.p99))
    const p50 = (of: 'few' | 'grown') => median(results.map((it) => it[of].p50))
    medians.push({ few: p50('few'), grown: p50('grown') })
    rows.push({
      search: what,
      'p50 ms': figure(median(results.map((it) => it.many.p50))),
      'p99 ms': figure(p99),
      'p50 ms of 1,000': figure(p50('few')),
      'with 120,000 more': figure(p50('grown')),
      ratio: figure(p50('grown') / p50('few')),
      'p99 ms of 1,000': figure(median(results.map((it) => it.few.p99))),
      'reading all messages, ms': figure(await scanTime(many.databaseUrl, q)),
    })
    goals.push({ what, measured: `${figure(p99)} ms`, goal: `p99 under ${GOAL_MS} ms`, isMet: p99 < GOAL_MS })
  }
  printTable(rows)
  const sum = (of: 'few' | 'grown') => medians.reduce((total, it) => total + it[of], 0)
  const ratio = sum('grown') / sum('few')
  goals.push({
    what: `all of them with ${MORE} more messages (p50, control: the same account without them)`,
    measured: `ratio ${figure(ratio, 2)}`,
    goal: `at most ${GOAL_RATIO}`,
    isMet: ratio <= GOAL_RATIO,
  })
  printGoals(goals)
} finally {
  for (const end of close.reverse()) await end()
}
