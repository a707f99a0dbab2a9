import type { SQL } from 'drizzle-orm'
import type { ReplyPart } from '../ai/reply.ts'
import type { ReplyFeed } from './reply-feed.ts'

/** Produces a reply; aborting the signal closes the provider's connection. */
export type Generate = (signal: AbortSignal) => AsyncIterable<ReplyPart>

/** Values that make a message row a running reply of this instance. */
export type Lease = { status: 'running'; leaseOwner: string; leaseUntil: SQL }

/** A generation belongs to the server: it goes on whoever reads it, and every one of them ends. */
export type Runs = {
  /** False from the moment the server is leaving. */
  readonly isAccepting: boolean
  readonly active: number
  lease(): Lease
  /** Begins writing the committed running row `messageId`; while the server leaves, only to end it at once. */
  start(messageId: string, generate: Generate): void
  /** The reply as it is and as it grows, from this instance's memory or from the database. */
  feed(messageId: string): Promise<ReplyFeed | undefined>
  /**
   * Ends a reply and keeps all the text that was shown, on whichever instance it is written; false when another end
   * came first. Answers when the end is stored, or after some seconds where its writer or the database hangs.
   */
  stop(messageId: string): Promise<boolean>
  /** Marks replies whose writer is gone as `interrupted`. `isAlone` says that no other instance can exist. */
  recover(options: { isAlone: boolean }): Promise<number>
  /** Takes no more runs, lets the live ones end within `graceMs`, interrupts the rest. */
  drain(graceMs: number): Promise<void>
}
