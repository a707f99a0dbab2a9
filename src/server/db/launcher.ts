import { join } from 'node:path'
import type { Logger } from 'pino'
import { codeOf } from './connect.ts'
import { locateBinaries } from './launcher-binaries.ts'
import {
  connectionIn,
  createCluster,
  createSocketDir,
  prepareDataDir,
  removeLeftovers,
  removeSocketDir,
} from './launcher-cluster.ts'
import { noRoomIn } from './launcher-error.ts'
import { chooseIdentity, handOver } from './launcher-identity.ts'
import { hasCluster } from './launcher-inspect.ts'
import { type AppLock, acquireAppLock } from './launcher-lock.ts'
import { disownPidFile, stopOrphan } from './launcher-orphan.ts'
import { spawnPostmaster } from './launcher-process.ts'
import { type Supervisor, startFirst, supervise } from './launcher-supervise.ts'

export { LauncherError } from './launcher-error.ts'

const DATABASE = 'elenco'

export type EmbeddedPostgres = {
  /** For pg.Pool: the folder of a Unix socket as host, without a password. */
  connection: { host: string; port: number; user: string; database: string }
  /** False from the exit of the server until a restarted one answers. */
  isHealthy(): boolean
  /** Fast shutdown with a time limit; releases the data folder. Idempotent. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on `<dataDir>/pg`: creates the cluster on the first start, and restarts the server when it
 * ends. One app at a time can use a data folder.
 * @throws {LauncherError} with one line for the operator.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Logger
  /** False to skip user namespaces as root. */
  allowNamespaces?: boolean
  maxConnections?: number
  /** Called when the server's process runs; it does not answer yet. */
  onLaunch?: () => void
}): Promise<EmbeddedPostgres> {
  const { log, allowNamespaces = true, maxConnections, onLaunch } = options
  const binaries = await locateBinaries()
  const dataDir = await prepareDataDir(options.dataDir, log)
  const pgDir = join(dataDir, 'pg')
  const lock = await acquireAppLock(join(dataDir, 'app.lock'))
  try {
    const isCreated = await hasCluster(pgDir)
    const previous = await stopOrphan(dataDir, pgDir, log)
    await removeSocketDir(previous.socketDir, dataDir)
    await removeLeftovers(dataDir)
    const identity = await chooseIdentity({ binaries, dataDir, allowNamespaces })
    await handOver(identity, dataDir, pgDir)
    if (!isCreated) await createCluster(pgDir, binaries, identity)

    const socketDir = await createSocketDir(dataDir, identity)
    const connection = connectionIn(socketDir, DATABASE)
    const launch = async () => {
      await disownPidFile(pgDir)
      const postmaster = spawnPostmaster({ binaries, identity, pgDir, socketDir, maxConnections, log })
      onLaunch?.()
      return postmaster
    }
    const cleanUp = () => removeSocketDir(socketDir, dataDir)
    try {
      const first = await startFirst({ launch, connection, pgDir })
      const supervisor = supervise({ first, launch, connection, log })
      return running({ connection, supervisor, lock, cleanUp })
    } catch (error) {
      await cleanUp()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw noRoomIn(dataDir, codeOf(error) ?? '', error) ?? error
  }
}

function running(parts: {
  connection: EmbeddedPostgres['connection']
  supervisor: Supervisor
  lock: AppLock
  cleanUp: () => Promise<void>
}): EmbeddedPostgres {
  const { connection, supervisor, lock, cleanUp } = parts
  const stop = async () => {
    await supervisor.stop()
    await cleanUp()
    await lock.release()
  }
  let stopped: Promise<void> | undefined
  return {
    connection,
    isHealthy: supervisor.isHealthy,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
