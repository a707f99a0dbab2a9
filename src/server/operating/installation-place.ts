import type pg from 'pg'
import type { Logger } from 'pino'
import { LauncherError, startEmbeddedPostgres } from '../db/launcher.ts'
import { visitEmbeddedPostgres } from '../db/launcher-visit.ts'
import type { Env } from '../env.ts'
import { CommandError } from './command-error.ts'

/** The database connection of an installation during a command. */
export type Place = { connection: pg.ClientConfig; leave(): Promise<void> }

type Options = {
  env: Pick<Env, 'databaseUrl' | 'dataDir'>
  log: Logger
  /** Requires that the embedded database is not in use, because the command needs exclusive access. */
  isAlone?: boolean
  /** Creates the embedded database if it is missing. */
  mayCreate?: boolean
}

/**
 * The configured database: an external one, the embedded one of a running app, or the embedded one started
 * for this command.
 * @throws {CommandError} or LauncherError, in one line.
 */
export async function connectInstallation({
  env,
  log,
  isAlone = false,
  mayCreate = false,
}: Options): Promise<Place> {
  if (env.databaseUrl) return { connection: { connectionString: env.databaseUrl }, leave: async () => {} }
  const { exists, running } = await visitEmbeddedPostgres(env.dataDir)
  if (!exists && !mayCreate) {
    throw new CommandError(
      `não há instalação em ${env.dataDir}; confira DATA_DIR, ou DATABASE_URL se o banco de dados é externo`,
    )
  }
  if (running && !isAlone) return { connection: { ...running, ssl: false }, leave: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log })
  return { connection: { ...embedded.connection, ssl: false }, leave: embedded.stop }
}

export const isPlaceProblem = (error: unknown): error is Error =>
  error instanceof CommandError || error instanceof LauncherError
