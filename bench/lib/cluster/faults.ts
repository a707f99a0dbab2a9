import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../report.ts'
import type { ClusterPerson } from './client.ts'
import type { Cluster } from './rig.ts'

/** A fault is over when no stream was silent for this long, and at least this long after it began. */
const CALM_MS = 2_000
const SETTLED_MS = 4_000
const REDIS_AWAY_MS = 5_000
/** Longer than I3 and a reader's longest pause together. */
export const PATIENCE_MS = 60_000

type Blow = { what: string; strike(): Promise<void>; mend?(): Promise<void> }
/** Effect of a fault on the users, in seconds. */
export type Felt = { what: string; waited: number; median: number; longest: number; reconnects: number }

/** The faults of a run, in order. */
export function clusterFaults({ instances, restartDatabase, restartRedis }: Cluster): Blow[] {
  const kills = instances.map((instance, index) => ({
    what: `SIGKILL of instance ${index + 1}`,
    strike: async () => void (await instance.stop('SIGKILL')),
    mend: () => instance.start(),
  }))
  const restarts = [{ what: 'PostgreSQL restarted', strike: restartDatabase }]
  if (restartRedis) {
    restarts.unshift({
      what: `Redis away for ${REDIS_AWAY_MS / 1_000} s, all its data lost`,
      strike: () => restartRedis(REDIS_AWAY_MS),
    })
  }
  const deploys = instances.slice(0, 1).map((instance) => ({
    what: 'SIGTERM of instance 1, as in a deploy',
    strike: async () => void (await instance.stop('SIGTERM')),
    mend: () => instance.start(),
  }))
  // The last instance is killed once more at the end, to check that the recovery holds.
  return [...kills, ...restarts, ...deploys, ...kills.slice(-1)]
}

/** Injects a fault, repairs it once every stream has continued, and returns its effect. */
export async function injectFault(blow: Blow, people: ClusterPerson[]): Promise<Felt> {
  const at = performance.now()
  const before = people.reduce((total, it) => total + it.reconnects, 0)
  await blow.strike()
  await waitUntilCalm(people, at)
  await blow.mend?.()
  const end = performance.now()
  const waits = people.map((person) => {
    const since = person.silentSince
    const open = since === undefined || end - since < CALM_MS ? [] : [{ from: since, to: end }]
    return [...person.silences, ...open]
      .filter(({ to }) => to > at)
      .reduce((longest, { from, to }) => Math.max(longest, to - Math.max(from, at)), 0)
  })
  const felt = waits.filter((wait) => wait > 0)
  return {
    what: blow.what,
    waited: felt.length,
    median: felt.length > 0 ? median(felt) / 1_000 : 0,
    longest: Math.max(0, ...felt) / 1_000,
    reconnects: people.reduce((total, it) => total + it.reconnects, 0) - before,
  }
}

/** Resolves once every stream has continued since `at`, or after the timeout. */
async function waitUntilCalm(people: ClusterPerson[], at: number): Promise<void> {
  const isCalm = () => {
    const now = performance.now()
    return people.every(({ silentSince = now }) => silentSince > at && now - silentSince < CALM_MS)
  }
  await sleep(SETTLED_MS)
  while (!isCalm() && performance.now() - at < PATIENCE_MS) await sleep(100)
}
