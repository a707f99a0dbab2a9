import type pg from 'pg'
import type { Logger } from 'pino'
import { LauncherError, startEmbeddedPostgres } from '../db/launcher.ts'
import { visitEmbeddedPostgres } from '../db/launcher-visit.ts'
import type { Env } from '../env.ts'
import { CommandError } from './command-error.ts'

/** Where an installation's database answers, for as long as a command needs it. */
export type Place = { connection: pg.ClientConfig; leave(): Promise<void> }

type Options = {
  env: Pick<Env, 'databaseUrl' | 'dataDir'>
  log: Logger
  /** The embedded database must not be in use, since this is going to change it as nobody else may see it. */
  isAlone?: boolean
  /** It is made where there is none. */
  mayCreate?: boolean
}

/**
 * The database that the environment names: an external one, the embedded one of an app that runs, or else the embedded
 * one, started for this.
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
