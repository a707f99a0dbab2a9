import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../../src/server/db/launcher.ts'
import { createTestDatabase } from '../../../src/server/testing/database.ts'
import { startS3Double } from '../../../src/server/testing/doubles/s3-double.ts'
import { freePort } from '../../../src/server/testing/processes/free-port.ts'
import { nginxPath, startNginx } from '../../../src/server/testing/processes/nginx.ts'
import { startRedisServer } from '../../../src/server/testing/processes/redis-server.ts'
import {
  databasePid,
  type ServerProcess,
  startServerProcess,
} from '../../../src/server/testing/processes/server-process.ts'
import { Child } from '../child.ts'
import { type OpenChat, Senders } from '../senders.ts'

export const ACCOUNTS = 50
/** PostgreSQL's default: a pool of 20 for each of three instances, with room for the ledger. */
const CONNECTIONS = 100

export type Cluster = {
  /** Address of nginx. */
  url: string
  databaseUrl: string
  instances: ServerProcess[]
  /** New chats, of all accounts in turn. */
  openChats(count: number): Promise<OpenChat[]>
  restartDatabase(): Promise<void>
  /** Kills Redis with its data, and restarts it after a pause; undefined without Redis. */
  restartRedis: ((awayMs: number) => Promise<void>) | undefined
  close(): Promise<void>
}

/** Starts this many instances behind nginx, with one PostgreSQL and, by default, one Redis. */
export async function startCluster(count: number, { withRedis = true } = {}): Promise<Cluster> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(count, withRedis, closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(
  count: number,
  withRedis: boolean,
  closing: (() => unknown)[],
): Promise<Omit<Cluster, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-cluster-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: pino({ level: 'silent' }),
    maxConnections: CONNECTIONS,
  })
  closing.push(() => postgres.stop())
  const { user, host, port } = postgres.connection
  const { url: databaseUrl } = await createTestDatabase(
    `postgres://${user}@${encodeURIComponent(host)}:${port}/postgres`,
  )
  const redis = withRedis ? await startRedisServer() : undefined
  if (redis) closing.push(redis.close)
  // Several instances must share their uploads, of which there are none here.
  const store = await startS3Double()
  closing.push(store.close)
  const provider = await Child.start<{ port: number }>('cluster/provider')
  closing.push(() => provider.child.close())

  const nginxPort = await freePort()
  const url = `http://127.0.0.1:${nginxPort}`
  const variables = {
    DATABASE_URL: databaseUrl,
    APP_URL: url,
    SECRET: randomBytes(24).toString('hex'),
    TRUST_PROXY: 'true',
    OPENAI_BASE_URL: `http://127.0.0.1:${provider.ready.port}/v1`,
    ...(redis && { REDIS_URL: redis.url }),
    ...store.variables,
  }
  const instances: ServerProcess[] = []
  while (instances.length < count) {
    const instance = await startServerProcess(variables)
    closing.push(instance.close)
    instances.push(instance)
  }
  const nginx = await startNginx(
    instances.map((it) => new URL(it.url).host),
    { port: nginxPort },
  )
  closing.push(nginx.close)

  const senders = await Senders.signUp(url, databaseUrl, ACCOUNTS)
  return {
    url,
    databaseUrl,
    instances,
    openChats: (wanted) => senders.openChats(wanted),
    async restartDatabase() {
      const old = await databasePid(folder)
      if (!old) throw new Error('there is no database')
      // Fast shutdown: terminates every connection; the launcher restarts it.
      process.kill(old, 'SIGINT')
      while ([undefined, old].includes(await databasePid(folder))) await sleep(20)
    },
    restartRedis:
      redis &&
      (async (awayMs) => {
        await redis.kill()
        await sleep(awayMs)
        await redis.start()
      }),
  }
}

/** Versions of the installed programs, in one line. */
export function versionsOf(withRedis: boolean): string {
  const nginx = nginxPath && execFileSync('sh', ['-c', `"${nginxPath}" -v 2>&1`], { encoding: 'utf8' }).trim()
  const redis =
    withRedis && execFileSync('redis-server', ['--version'], { encoding: 'utf8' }).split(' sha')[0]
  return [nginx?.replace('nginx version: ', ''), redis || 'no Redis', 'PostgreSQL of the project'].join(', ')
}
