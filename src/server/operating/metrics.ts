import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { countWaiting } from '../features/webhooks/webhook-health.queries.ts'
import { openStreams } from '../http/event-stream.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

type Answered = { method: string; route: string; status: number; seconds: number }
type Ended = {
  status: string
  errorCode: string | null
  provider: string | null
  model: string | undefined
  firstTokenMs: number | undefined
}
/** The provider that wrote a reply; `none` when all providers failed before they started. */
const writerOf = ({ provider, model }: Ended) => provider ?? (model === 'demo' ? 'demo' : 'none')

type Failed = { provider: string; code: string; isOwnKey: boolean }

export type Metrics = {
  readonly contentType: string
  /** All metrics in Prometheus format. Values that are unavailable now are left out. */
  read(): Promise<string>
  requestAnswered(answered: Answered): void
  replyEnded(ended: Ended): void
  providerFailed(failed: Failed): void
  /** Registers gauges that are read at each scrape. */
  watch(watched: Watched): void
}

type Watched = Pick<Deps, 'runs' | 'mailer' | 'redis' | 'db' | 'env'> & Pick<Database, 'pool'>

/** The metrics of this process. Labels come from closed lists and route patterns, never from users' data. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  new Gauge({ name: 'elenco_info', help: 'This version of Elenco.', labelNames: ['version'], registers })
    .labels(version)
    .set(1)
  const requests = new Counter({
    name: 'elenco_http_requests_total',
    help: 'Requests answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'elenco_http_request_seconds',
    help: 'Time until an answer was ready; of an event stream, until it began.',
    labelNames: ['route'],
    buckets: [0.01, 0.05, 0.2, 1, 5],
    registers,
  })
  const replies = new Counter({
    name: 'elenco_replies_total',
    help: 'Replies written by this instance, by how they ended.',
    labelNames: ['status', 'error', 'provider'],
    registers,
  })
  const firstToken = new Histogram({
    name: 'elenco_reply_first_token_seconds',
    help: 'Time until the first text of a reply.',
    labelNames: ['provider'],
    buckets: [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
    registers,
  })
  const failures = new Counter({
    name: 'elenco_provider_failures_total',
    help: 'Failed attempts at a model provider, those that were tried again included.',
    labelNames: ['provider', 'code', 'key'],
    registers,
  })
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    requestAnswered({ method, route, status, seconds }) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      latency.observe({ route }, seconds)
    },
    replyEnded(ended) {
      const { status, errorCode, firstTokenMs } = ended
      const provider = writerOf(ended)
      replies.inc({ status, error: errorCode ?? 'none', provider })
      if (firstTokenMs !== undefined) firstToken.observe({ provider }, firstTokenMs / 1_000)
    },
    providerFailed: ({ provider, code, isOwnKey }) =>
      failures.inc({ provider, code, key: isOwnKey ? 'own' : 'house' }),
    watch: (watched) => watchAll(registers, watched),
  }
}

function watchAll(registers: Registry[], { runs, mailer, redis, db, env, pool }: Watched): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read())
      },
    })
  gauge('elenco_runs_active', 'Replies that this instance is writing.', () => runs.active)
  gauge('elenco_accepting', '1 unless the instance is leaving.', () => Number(runs.isAccepting))
  gauge('elenco_event_streams_open', 'Readers who follow a reply on this instance.', openStreams)
  gauge(
    'elenco_mails_waiting',
    'Mails not delivered yet, those between two tries included.',
    () => mailer.waiting,
  )
  gauge('elenco_db_connections_open', 'Open connections of the pool, of at most 20.', () => pool.totalCount)
  gauge('elenco_db_connections_idle', 'Those of them that nobody uses.', () => pool.idleCount)
  gauge('elenco_db_connections_waited_for', 'Queries that wait for one.', () => pool.waitingCount)
  if (redis) gauge('elenco_redis_up', '1 while Redis answers.', () => Number(redis.isUp))
  watchDatabase(registers, db)
  new Gauge({
    name: 'elenco_data_dir_free_bytes',
    help: 'Room left on the disk of DATA_DIR.',
    registers,
    async collect() {
      // The folder may not exist yet; 0 would mean a full disk.
      const disk = await statfs(env.dataDir).catch(() => undefined)
      if (disk) this.set(disk.bavail * disk.bsize)
      else this.remove()
    },
  })
}

/** One query for all database metrics, so that an outage costs one timeout. */
function watchDatabase(registers: Registry[], db: Deps['db']): void {
  let asking: ReturnType<typeof askOnce> | undefined
  const askOnce = () => countWaiting(db).catch(() => undefined)
  // Concurrent collectors share one query.
  const ask = () => {
    asking ??= askOnce().finally(() => {
      asking = undefined
    })
    return asking
  }
  new Gauge({
    name: 'elenco_database_up',
    help: '1 while the database answers.',
    registers,
    async collect() {
      this.set((await ask()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'elenco_webhooks_waiting',
    help: 'Deliveries of payment providers that somebody has to look at: failed, or of something mapped to no plan.',
    labelNames: ['provider', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { provider, failed, parked } of (await ask()) ?? []) {
        this.set({ provider, state: 'failed' }, failed)
        this.set({ provider, state: 'parked' }, parked)
      }
    },
  })
}
