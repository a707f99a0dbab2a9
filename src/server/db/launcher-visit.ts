import { join, resolve } from 'node:path'
import { connectionIn } from './launcher-cluster.ts'
import { hasCluster } from './launcher-inspect.ts'
import { findAnswering } from './launcher-orphan.ts'

/**
 * The embedded database of a data folder, for who comes beside the app: whether there is one, and where it answers if
 * it runs. Nothing is started, stopped or made.
 * @throws {LauncherError} for one that this version must not open, or that is not whole.
 */
export async function visitEmbeddedPostgres(folder: string) {
  const dataDir = resolve(folder)
  const pgDir = join(dataDir, 'pg')
  if (!(await hasCluster(pgDir))) return { exists: false, running: undefined }
  const socketDir = await findAnswering(dataDir, pgDir)
  return { exists: true, running: socketDir ? connectionIn(socketDir, 'elenco') : undefined }
}
