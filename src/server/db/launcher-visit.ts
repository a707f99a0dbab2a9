import { join, resolve } from 'node:path'
import { connectionIn } from './launcher-cluster.ts'
import { hasCluster } from './launcher-inspect.ts'
import { findAnswering } from './launcher-orphan.ts'

/**
 * Looks up the embedded database of a data folder without starting or changing anything: whether it exists,
 * and the connection if it runs.
 * @throws {LauncherError} for a cluster of another version, or an incomplete one.
 */
export async function visitEmbeddedPostgres(folder: string) {
  const dataDir = resolve(folder)
  const pgDir = join(dataDir, 'pg')
  if (!(await hasCluster(pgDir))) return { exists: false, running: undefined }
  const socketDir = await findAnswering(dataDir, pgDir)
  return { exists: true, running: socketDir ? connectionIn(socketDir, 'elenco') : undefined }
}
