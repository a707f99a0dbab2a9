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

/** Dependencies of the application, created once by `main.ts` or a test. */
export type Deps = {
  env: Env
  log: Logger
  db: Db
  auth: Auth
  mailer: Mailer
  files: Files
  /** Fetches an image from an address given by a user. */
  fetchRemoteImage: FetchRemoteImage
  /** Encrypts users' credentials. */
  vault: Vault
  /** Undefined when not configured. */
  stripe: StripeGateway | undefined
  model: ReplyModel
  runs: Runs
  /** Maintains the figures of the administrators' dashboard. */
  usage: { start(): void; wake(): void; stop(): Promise<void> }
  /** Rejects when the database does not answer. */
  pingDatabase(): Promise<void>
  /** Shared by instances; undefined for a single one. */
  redis: Redis | undefined
  /** Middleware that requires a session. */
  signedIn: MiddlewareHandler<AppEnv>
  /** Folder of the built web client. */
  webRoot: string
}
