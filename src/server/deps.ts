import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Embeddings } from './ai/embeddings/embeddings.ts'
import type { ReplyModel } from './ai/reply.ts'
import type { Transcriber } from './ai/transcription/transcriber.ts'
import type { AddressHash } from './auth/accounts/address-hash.ts'
import type { Auth } from './auth/auth.ts'
import type { Mailer } from './auth/mail/mailer.ts'
import type { OptOutTokens } from './auth/mail/opt-out-tokens.ts'
import type { Vault } from './auth/vault.ts'
import type { Db } from './db/connect.ts'
import type { Redis } from './db/redis.ts'
import type { Env } from './env.ts'
import type { Files } from './files/files.ts'
import type { FetchRemoteImage } from './files/remote-image.ts'
import type { FetchRemotePage } from './files/remote-page.ts'
import type { AppEnv } from './http/context.ts'
import type { CurrentHouse } from './http/house/house-document.ts'
import type { StripeGateway } from './payments/stripe.ts'
import type { Budget } from './runs/budget.ts'
import type { Runs } from './runs/runs.ts'

/** Dependencies of the application, created once by `main.ts` or a test. */
export type Deps = {
  env: Env
  log: Logger
  db: Db
  auth: Auth
  mailer: Mailer
  /** The name, logo and colour of the installation. */
  house: CurrentHouse
  files: Files
  /** Fetches an image from an address given by a user. */
  fetchRemoteImage: FetchRemoteImage
  /** Fetches a page or a PDF from an address given by a user. */
  fetchRemotePage: FetchRemotePage
  /** Encrypts users' credentials. */
  vault: Vault
  /** Keyed hashes of addresses. */
  hashAddress: AddressHash
  /** Of the links that end mails to many. */
  optOutTokens: OptOutTokens
  /** Undefined when not configured. */
  stripe: StripeGateway | undefined
  model: ReplyModel
  /** Vectors of texts; undefined when no model is configured. */
  embeddings: Embeddings | undefined
  /** Writes audio down; undefined when no model is configured. */
  transcriber: Transcriber | undefined
  runs: Runs
  /** The daily budget of the installation. */
  budget: Budget
  /** Maintains the figures of the administrators' dashboard. */
  usage: { start(): void; wake(): void; stop(): Promise<void> }
  /** Rejects when the database does not answer. */
  pingDatabase(): Promise<void>
  /** Shared by instances; undefined for a single one. */
  redis: Redis | undefined
  /** Middleware that requires a session. */
  signedIn: MiddlewareHandler<AppEnv>
  /** Middleware that requires a recent proof of identity in the session; comes after `signedIn`. */
  proved: MiddlewareHandler<AppEnv>
  /** How long a call waits while its person has too many in progress, in milliseconds; undefined for the default. */
  callPatienceMs: number | undefined
  /** Folder of the built web client. */
  webRoot: string
}
