import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createEmbeddings } from './ai/embeddings/embeddings.ts'
import { createReplyModel } from './ai/model.ts'
import { announceModel } from './ai/providers/announce-model.ts'
import { createTranscriber } from './ai/transcription/transcriber.ts'
import { createApp } from './app.ts'
import { createAddressHash } from './auth/accounts/address-hash.ts'
import { type Auth, createAuth } from './auth/auth.ts'
import { createSetupToken } from './auth/installation.ts'
import { createMailer } from './auth/mail/mailer.ts'
import { createOptOutTokens } from './auth/mail/opt-out-tokens.ts'
import { type PasswordHashing, passwords } from './auth/passwords/hashing.ts'
import { resealSecondFactors } from './auth/second-factor/reseal.ts'
import { agreeOnSecret, forgetSecret } from './auth/shared-secret.ts'
import { createVault } from './auth/vault.ts'
import { connect, type Database } from './db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/launcher.ts'
import { prepareDatabase } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { type Env, EnvError } from './env.ts'
import { maintainCredentials } from './features/credentials/rotation.queries.ts'
import { createCurrentHouse } from './features/house/current-house.ts'
import { honourInvitation } from './features/invitations/invitations.queries.ts'
import { prepareAccountDeletion } from './features/me/me.service.ts'
import { resumeReply } from './features/messages/continue.service.ts'
import { keepFormerBuyer } from './features/payments/trials.queries.ts'
import { forgetAddedPerson } from './features/people-imports/added-people.queries.ts'
import { attachPurchases } from './features/purchase-claims/buyers.queries.ts'
import { carrySpentMonth, keepSpentMonth } from './features/quota/spent-months.queries.ts'
import { mailBudgetLevel } from './features/spend-limits/spend-alert.service.ts'
import { ensureAutoSubscription } from './features/subscriptions/assigned-plans.queries.ts'
import { orphanPurchases } from './features/subscriptions/orphaned-purchases.queries.ts'
import { noteEmbedding, noteTranscription } from './features/usage/usage-calls.queries.ts'
import { keepUsageOf } from './features/usage/usage-days.queries.ts'
import { createUsageJob } from './features/usage/usage-job.ts'
import { processEvents } from './features/webhooks/webhook-maintenance.service.ts'
import { createFiles } from './files/create-files.ts'
import { createRemoteImages } from './files/remote-image.ts'
import { createRemotePages } from './files/remote-page.ts'
import { proved, signedIn } from './http/guards.ts'
import { createHttpServer } from './http/listener.ts'
import { startJobs } from './jobs.ts'
import { OTHER_SECRET } from './operating/instances.ts'
import type { Metrics } from './operating/metrics.ts'
import { createStripe } from './payments/stripe.ts'
import { createBudget } from './runs/budget.ts'
import { createRuns } from './runs/create-runs.ts'
import { loadSecret } from './secret.ts'
import { VERSION } from './version.ts'

const WEB_ROOT = fileURLToPath(new URL('../../dist', import.meta.url))

/** Milliseconds after the last reply until open requests, and a database that hangs, are cut off. */
const CLOSE_PATIENCE_MS = 2_000
/** Milliseconds for the delivery of queued mails at shutdown. */
const MAIL_PATIENCE_MS = 5_000

export type RunningServer = {
  /** Public address. */
  url: string
  /** Address of the socket. */
  listeningUrl: string
  deps: Deps
  /** Single-use address for the first administrator; only the start that created it knows it. */
  setupUrl: string | undefined
  /**
   * Stops in order: refuses new replies, finishes or marks live ones, closes sockets, pool and embedded
   * database.
   */
  stop(): Promise<void>
}

/** The parts that a caller may replace, or have started already. */
export type Replaceable = {
  passwords?: PasswordHashing
  callPatienceMs?: number
  embedded?: Promise<EmbeddedPostgres>
}

/** Starts the server: database, migrations, seeds, recovery of orphans and the listening socket. */
export async function startServer(
  env: Env,
  log: Logger,
  { embedded: starting, ...replaced }: Replaceable = {},
): Promise<RunningServer> {
  const embedded = env.databaseUrl
    ? undefined
    : await (starting ?? startEmbeddedPostgres({ dataDir: env.dataDir, log }))
  const database = connect(
    embedded ? { ...embedded.connection, ssl: false } : { connectionString: env.databaseUrl },
    log,
  )
  try {
    await prepareDatabase(database)
    const metrics = env.metricsToken ? await startCounting() : undefined
    const secret = await loadSecret(env.dataDir, env.secret)
    // An embedded database has one instance, whose new secret is the installation's.
    if (embedded) await forgetSecret(database.db)
    const isAgreed = await agreeOnSecret(database.db, createVault(secret, env.previousSecrets))
    if (!isAgreed) throw new EnvError([OTHER_SECRET])
    const deps = await createDeps(env, log, { database, metrics, secret, passwords, ...replaced })
    metrics?.watch({ ...deps, pool: database.pool })
    await maintainCredentials(deps)
    deps.runs.onOrphan((messageId) => resumeReply(deps, messageId))
    const setupToken = env.adminEmail ? undefined : await createSetupToken(database.db)
    const running = await listen(deps, { database, embedded, metrics })
    // The launcher's lock guarantees that no other instance uses an embedded database.
    void announceModel(env.ai, log)
    void recover(deps, { isAlone: embedded !== undefined })
    return { ...running, setupUrl: setupUrlOf(env, setupToken) }
  } catch (error) {
    await database.close()
    await embedded?.stop()
    throw error
  }
}

/** Requests do not wait for the takeover of orphans. After a failure, the periodic check finds them. */
async function recover({ log, runs }: Deps, options: Parameters<Deps['runs']['recover']>[0]): Promise<void> {
  await runs.recover(options).catch((error) => log.error({ err: error }, 'orphans could not be taken over'))
}

type Parts = { database: Database; metrics: Metrics | undefined }

async function createDeps(
  env: Env,
  log: Logger,
  {
    database,
    metrics,
    secret,
    passwords,
    callPatienceMs,
  }: Parts & { secret: string; passwords: PasswordHashing; callPatienceMs?: number },
): Promise<Deps> {
  const { db } = database
  const { appUrl, dataDir } = env
  const house = createCurrentHouse({ db, log })
  const mailer = createMailer({ log, appUrl, dataDir, readHouse: house.read, ...env.mail })
  const redis = env.redisUrl ? await connectToRedis(env.redisUrl, log) : undefined
  const budget = createBudget({
    db,
    log,
    onLevel: (level, day) => mailBudgetLevel({ db, mailer, appUrl }, { level, day }),
  })
  const runs = createRuns({
    db,
    log,
    redis,
    onReplyEnd: (ended) => {
      metrics?.replyEnded(ended)
      budget.spend({ ...ended, provider: ended.provider ?? undefined })
    },
  })
  const files = createFiles({ dataDir, s3: env.s3, log })
  const hashOf = createAddressHash(secret)
  await resealSecondFactors({ db, log }, { secret, previousSecrets: env.previousSecrets })
  const stripe = env.stripe && createStripe(env.stripe, log)
  const auth: Auth = createAuth({
    db,
    redis,
    log,
    mailer,
    appUrl,
    origins: env.origins,
    secret,
    isLoopback: env.isLoopback,
    rateLimits: env.rateLimits,
    adminEmail: env.adminEmail,
    requireVerification: env.requireVerification,
    passwords,
    google: env.google,
    onAccountReady: (userId, on) =>
      on.transaction(async (tx) => {
        await ensureAutoSubscription(tx, { userId })
        await attachPurchases(tx, { userId, source: 'sign-up' })
        await honourInvitation(tx, { userId })
        await carrySpentMonth(tx, { userId, hashOf })
      }),
    onAddressProved: (userId, on) =>
      on.transaction(async (tx) => {
        await attachPurchases(tx, { userId, source: 'sign-up' })
        await honourInvitation(tx, { userId })
      }),
    onAccountLeaving: (userId) => prepareAccountDeletion({ db, files, runs }, { userId }),
    onAccountGoing: async (userId, tx) => {
      await keepUsageOf(tx, { userId })
      await forgetAddedPerson(tx, { userId })
      await keepSpentMonth(tx, { userId, hashOf })
      await keepFormerBuyer(tx, { userId, hashOf })
      const eventIds = await orphanPurchases(tx, { userId })
      return () => void processEvents({ env, log, db, stripe, mailer, auth }, { eventIds })
    },
  })
  return {
    env,
    log,
    db,
    auth,
    mailer,
    house,
    files,
    fetchRemoteImage: createRemoteImages(),
    fetchRemotePage: createRemotePages(),
    vault: createVault(secret, env.previousSecrets),
    hashAddress: hashOf,
    optOutTokens: createOptOutTokens(secret, env.previousSecrets),
    stripe,
    embeddings: createEmbeddings(env.ai, {
      log,
      onCost: (cost) => noteEmbedding({ budget, db, log }, cost),
    }),
    transcriber: createTranscriber(env.ai, {
      onCost: (cost) => noteTranscription({ budget, db, log }, cost),
    }),
    model: createReplyModel({ ...env.ai, readImage: files.read }, log, metrics?.providerFailed),
    runs,
    budget,
    usage: createUsageJob(db, log),
    pingDatabase: database.ping,
    redis,
    signedIn: signedIn(auth),
    proved: proved(auth),
    callPatienceMs,
    webRoot: WEB_ROOT,
  }
}

/** The client is half of the code that a server loads, and most installations have no Redis. */
const connectToRedis = async (url: string, log: Logger) =>
  (await import('./db/redis.ts')).connectRedis(url, log)

/** Loaded on demand, because most installations publish no metrics. */
const startCounting = async () => (await import('./operating/metrics.ts')).createMetrics(VERSION)

const setupUrlOf = ({ appUrl }: Env, token: string | undefined) => token && `${appUrl}/sign-up?setup=${token}`

// Only one of the two addresses of "localhost", so that another process cannot listen on the other.
const listenHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''))

async function listen(
  deps: Deps,
  { database, embedded, metrics }: Parts & { embedded: EmbeddedPostgres | undefined },
): Promise<Omit<RunningServer, 'setupUrl'>> {
  const { env, log, mailer, runs } = deps
  const server = createHttpServer(createApp(deps, metrics).fetch, log)
  server.listen(env.port, listenHost(env.host))
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : env.port

  const jobs = startJobs(deps)
  deps.usage.start()
  let stopping: Promise<void> | undefined
  const stop = async () => {
    log.info({ active: runs.active }, 'stopping')
    await Promise.race([jobs.stop(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    // Requests continue while the last replies end; only new replies are refused.
    await runs.drain(env.shutdownGraceMs)
    jobs.stopAfterReplies()
    await Promise.race([deps.usage.stop(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    const cut = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, CLOSE_PATIENCE_MS)
    await closed
    clearTimeout(cut)
    await mailer.close(MAIL_PATIENCE_MS)
    await Promise.race([deps.budget.stop(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    deps.redis?.close()
    await Promise.race([database.close(), sleep(CLOSE_PATIENCE_MS)])
    await embedded?.stop()
  }
  return {
    url: env.appUrl,
    listeningUrl: `http://${env.host === 'localhost' ? '127.0.0.1' : env.host}:${port}`,
    deps,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
