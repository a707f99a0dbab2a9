import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ReplyModel } from './ai/reply.ts'
import type { Auth } from './auth/auth.ts'
import type { Mailer } from './auth/mail/mailer.ts'
import type { Vault } from './auth/vault.ts'
import type { Db } from './db/connect.ts'
import type { Redis } from './db/redis.ts'
import type { Env } from './env.ts'
import type { Files } from './files/files.ts'
import type { FetchRemoteImage } from './files/remote-image.ts'
import type { AppEnv } from './http/context.ts'
import type { StripeGateway } from './payments/stripe.ts'
import type { Runs } from './runs/runs.ts'

/** Everything that the application is made of, put together once by `main.ts`, and by tests. */
export type Deps = {
  env: Env
  log: Logger
  db: Db
  auth: Auth
  mailer: Mailer
  files: Files
  /** Fetches an image from an address that somebody wrote. */
  fetchRemoteImage: FetchRemoteImage
  /** What people entrust to this installation is sealed with it. */
  vault: Vault
  /** Undefined where it is not configured. */
  stripe: StripeGateway | undefined
  model: ReplyModel
  runs: Runs
  /** Keeps the administrators' figures. */
  usage: { start(): void; wake(): void; stop(): Promise<void> }
  /** Whether the database answers right now; rejects when it does not. */
  pingDatabase(): Promise<void>
  /** What instances share; undefined where this is the only one. */
  redis: Redis | undefined
  /** Lets only signed-in people through. */
  signedIn: MiddlewareHandler<AppEnv>
  /** Folder of the built web. */
  webRoot: string
}
