import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import type { Redis } from '../db/redis.ts'
import type { GoogleOptions } from './google.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PasswordHashing } from './passwords/hashing.ts'

export type AuthOptions = {
  db: Db
  redis: Redis | undefined
  log: Logger
  mailer: Mailer
  appUrl: string
  origins: string[]
  secret: string
  isLoopback: boolean
  rateLimits: boolean
  adminEmail: string | undefined
  /** Users must confirm their address before they sign in. */
  requireVerification: boolean
  passwords: PasswordHashing
  /** Sign-in with Google; off when undefined. */
  google: GoogleOptions | undefined
  /** Called for each new account and each sign-in. */
  onAccountReady: (userId: string, db: Db) => Promise<void>
  /** Called once an account's address is confirmed. */
  onAddressProved: (userId: string, db: Db) => Promise<void>
  /** Ends the user's running work and removes data outside the database, before the account is deleted. */
  onAccountLeaving: (userId: string) => Promise<void>
  onAccountGoing: (userId: string, tx: Db) => Promise<() => void>
}
