import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { quoted } from '../../ai/quoted.ts'
import { createVault } from '../../auth/vault.ts'
import { codeOf } from '../../db/connect.ts'
import { LauncherError, startEmbeddedPostgres } from '../../db/launcher.ts'
import { visitEmbeddedPostgres } from '../../db/launcher-visit.ts'
import { shippedMigrations } from '../../db/migrate.ts'
import type { Env } from '../../env.ts'
import { connectInstallation, type Place } from '../installation-place.ts'
import { OTHER_SECRET } from '../instances.ts'
import { readMigrations } from '../tables.queries.ts'
import { Problem } from './check.ts'

const CONNECT_TIMEOUT_MS = 10_000
const MIN_VERSION = 15
/** More than the journey of a query, less than the validity of any code or link. */
const MAX_SKEW_MS = 5_000

type Parts = {
  env: Pick<Env, 'databaseUrl' | 'dataDir' | 'previousSecrets'>
  log: Logger
  /** The secret of this instance; undefined before its first start. */
  findSecret: () => Promise<string | undefined>
}

/** Connects, and answers version and state of the migrations. Calls `onClock` with the database's time in ms. */
export async function checkDatabase(
  { env, log, findSecret }: Parts,
  onClock: (databaseMs: number) => void,
): Promise<string> {
  const place = await connectOrTry({ env, log })
  try {
    const client = new pg.Client({ ...place.connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { state, isCurrent } = await inspect(client, onClock)
      // The single instance of an embedded database may change its secret.
      if (isCurrent && env.databaseUrl) await compareSecret(client, await findSecret(), env.previousSecrets)
      return `${state}${place.note}`
    } finally {
      await client.end()
    }
  } finally {
    await place.leave()
  }
}

/** Without any installation, a new database in a temporary folder, so that the check leaves nothing behind. */
async function connectOrTry({ env, log }: Pick<Parts, 'env' | 'log'>): Promise<Place & { note: string }> {
  if (env.databaseUrl) return { ...(await connectInstallation({ env, log })), note: '' }
  const { exists } = await visitEmbeddedPostgres(env.dataDir)
  if (exists) return { ...(await connectInstallation({ env, log })), note: ', o embutido' }
  const folder = await mkdtemp(join(tmpdir(), 'elenco-doctor-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: folder, log })
    const leave = async () => {
      await embedded.stop()
      await remove()
    }
    return { connection: { ...embedded.connection, ssl: false }, leave, note: '; o embutido funciona aqui' }
  } catch (error) {
    await remove()
    throw error
  }
}

async function inspect(client: pg.Client, onClock: (databaseMs: number) => void) {
  const { rows } = await client.query<{ version: string; major: number; at: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
       extract(epoch from clock_timestamp()) * 1000 as at`,
  )
  onClock(Number(rows[0]?.at))
  const { version = '', major = 0 } = rows[0] ?? {}
  if (major < MIN_VERSION) {
    throw new Problem(
      `o PostgreSQL de DATABASE_URL é o ${version}, e o Elenco precisa do ${MIN_VERSION} ou mais novo; atualize-o`,
    )
  }
  const applied = (await readMigrations(client)) ?? []
  const shipped = shippedMigrations().map(({ folderMillis }) => folderMillis)
  const last = applied.at(-1) ?? 0
  if (last > (shipped.at(-1) ?? 0)) {
    throw new Problem(
      'o banco de dados é de uma versão mais nova do Elenco; use essa versão, ou uma posterior',
    )
  }
  const pending = shipped.filter((made) => made > last).length
  const state = applied.length === 0 ? 'ainda vazio' : `${applied.length} migrações`
  const rest = applied.length > 0 && pending > 0 ? `, ${pending} para o próximo início` : ''
  return { state: `PostgreSQL ${version}, ${state}${rest}`, isCurrent: pending === 0 }
}

async function compareSecret(client: pg.Client, secret: string | undefined, previous: string[]) {
  const { rows } = await client.query<{ id: string | null }>('select secret_key_id as id from installation')
  const id = rows[0]?.id
  if (!id) return
  const keys = secret ? createVault(secret, previous) : undefined
  if (![keys?.keyId, ...(keys?.earlierKeyIds ?? [])].includes(id)) throw new Problem(OTHER_SECRET)
}

/** The clock of this machine against the database's. */
export async function checkClock(databaseMs: number | undefined, now = Date.now()): Promise<string> {
  if (databaseMs === undefined)
    throw new Problem('sem o banco de dados não há com que comparar; resolva-o antes')
  const skew = now - databaseMs
  if (Math.abs(skew) <= MAX_SKEW_MS) return 'igual ao do banco de dados'
  const seconds = Math.round(Math.abs(skew) / 1_000)
  const way = skew > 0 ? 'adiantado' : 'atrasado'
  throw new Problem(
    `o relógio desta máquina está ${seconds} s ${way} em relação ao do banco de dados; ligue o ajuste automático (NTP) nas duas`,
  )
}

/** The sentence for a database that cannot be used. */
export function explainDatabase(error: unknown): string {
  if (error instanceof LauncherError) return error.message
  const code = codeOf(error) ?? ''
  if (/^28/.test(code)) return `o servidor recusou o nome ou a senha (${code}); corrija-os em DATABASE_URL`
  if (code === '3D000') return 'o banco de dados que DATABASE_URL nomeia não existe; crie-o com createdb'
  if (/^E[A-Z]+/.test(code))
    return `o servidor não responde (${code}); confira endereço e porta em DATABASE_URL`
  return `o servidor respondeu «${quoted(error instanceof Error ? error.message : String(error))}»; confira DATABASE_URL`
}
