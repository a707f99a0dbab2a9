import { setTimeout as sleep } from 'node:timers/promises'
import { ClusterPerson } from './lib/cluster/client.ts'
import { clusterFaults, type Felt, injectFault, PATIENCE_MS } from './lib/cluster/faults.ts'
import { type Account, databaseVersion, settle } from './lib/cluster/ledger.ts'
import { ACCOUNTS, type Cluster, startCluster, versionsOf } from './lib/cluster/rig.ts'
import { figure, type Goal, printGoals, printHeader, printTable } from './lib/report.ts'

/** About reading speed: ten words a second. */
const WORD_MS = 100
const SHORTEST = 100
const LONGEST = 400
const WARM_UP_MS = 5_000

const USAGE = 'Usage: node bench/cluster.ts [instances: 2, 3 or both] [streams] [local: no Redis]'
const [which = 'both', streamsGiven = '200', mode] = process.argv.slice(2)
const sizes = which === 'both' ? [2, 3] : [Number(which)]
const streams = Number(streamsGiven)
if (
  ![...sizes, streams].every((it) => Number.isInteger(it) && it > 0) ||
  ![undefined, 'local'].includes(mode)
) {
  console.error(USAGE)
  process.exit(2)
}
let running: Cluster | undefined
// Child processes must end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await running?.close()
    process.exit(1)
  })
}

async function run(
  size: number,
): Promise<{ felt: Felt[]; account: Account; people: ClusterPerson[]; tail: number }> {
  const cluster = await startCluster(size, { withRedis: mode !== 'local' })
  running = cluster
  try {
    console.log(
      `## ${size} instances\n\n${versionsOf(mode !== 'local')} ${await databaseVersion(cluster.databaseUrl)}\n`,
    )
    const words = () => SHORTEST + Math.floor(Math.random() * (LONGEST - SHORTEST))
    const chats = await cluster.openChats(streams)
    const people = chats.map((chat) => new ClusterPerson(cluster.url, { ...chat, words }))
    let isOver = false
    const conversations = people.map(async (person, index) => {
      await sleep((index / streams) * WARM_UP_MS)
      await person.converse(() => isOver, WORD_MS)
    })
    await sleep(2 * WARM_UP_MS)
    const felt: Felt[] = []
    for (const blow of clusterFaults(cluster)) {
      const it = await injectFault(blow, people)
      console.error(`${it.what}: ${it.waited} waited, the longest ${figure(it.longest)} s`)
      felt.push(it)
    }
    isOver = true
    const last = performance.now()
    await Promise.race([Promise.all(conversations), sleep(LONGEST * WORD_MS + PATIENCE_MS)])
    const tail = (performance.now() - last) / 1_000
    for (const person of people) person.leave()
    await Promise.all(conversations)
    return { felt, account: await settle(cluster.databaseUrl, people), people, tail }
  } finally {
    await cluster.close()
  }
}

const none = (what: string, value: number): Goal => ({
  what,
  measured: figure(value),
  goal: '0',
  isMet: value === 0,
})

printHeader(
  'bench/cluster: instances killed, Redis and PostgreSQL restarted, under live streams behind nginx',
)
console.log(
  `${streams} people who send and read without a pause, ${1_000 / WORD_MS} words a second, in the chats of ${ACCOUNTS} accounts\n`,
)
const goals: Goal[] = []
const problems: string[] = []
for (const size of sizes) {
  const { felt, account, people, tail } = await run(size)
  printTable(
    felt.map((it) => ({
      blow: it.what,
      'people who waited over 1 s': it.waited,
      'median wait s': figure(it.median),
      'until every stream went on, s': figure(it.longest),
      reconnects: it.reconnects,
    })),
  )
  printTable([
    {
      'messages sent': account.sent,
      'sent again': account.resent,
      acknowledged: account.acknowledged,
      'stored once': account.storedOnce,
      'replies by end': [...account.ends].map(([end, count]) => `${count} ${end}`).join(', '),
      'taken up by another writer': account.takenUp,
      'most attempts': account.mostAttempts,
      reconnects: people.reduce((total, it) => total + it.reconnects, 0),
      'last reply ended after s': figure(tail),
    },
  ])
  const refusals = Map.groupBy(
    people.flatMap((person) => person.refusals),
    (it) => it,
  )
  console.log(
    [...refusals].map(([said, all]) => `${all.length} × ${said}`).join('; ') || 'nothing was refused',
    '\n',
  )
  const at = `${size} instances: `
  const unfinished = [...account.ends].reduce((sum, [end, count]) => sum + (end === 'done' ? 0 : count), 0)
  goals.push(none(`${at}acknowledged messages lost`, account.lost))
  goals.push(none(`${at}messages or replies there twice`, account.doubled))
  goals.push(none(`${at}readers that never heard of an end`, account.endless))
  goals.push(none(`${at}readers with another text than what is stored`, account.differing))
  goals.push(none(`${at}finished replies with words lost or said twice`, account.torn))
  // Without Redis, a reply that lost a second writer is left to its user.
  if (mode !== 'local') goals.push(none(`${at}replies that were not finished`, unfinished))
  const longest = Math.max(...felt.map((it) => it.longest))
  goals.push({
    what: `${at}until every stream went on, s`,
    measured: figure(longest),
    goal: 'at most 35',
    isMet: longest <= 35,
  })
  problems.push(...account.problems.map((it) => at + it))
}
printGoals(goals)
for (const problem of problems.slice(0, 20)) console.log(problem)
process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1
