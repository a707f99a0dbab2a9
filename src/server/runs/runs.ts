import type { SQL } from 'drizzle-orm'
import type { ReplyPart } from '../ai/reply.ts'
import type { ReplyFeed, TakenUp } from './reply-feed.ts'

/** Produces a reply; aborting the signal closes the provider's connection. */
export type Generate = (signal: AbortSignal) => AsyncIterable<ReplyPart>

/** Values that make a message row a running reply of this instance. */
export type Lease = { status: 'running'; leaseOwner: string; leaseUntil: SQL }

/** How a reply whose writer is gone is written on from the text of its row; undefined when it can't be. */
export type Resume = (messageId: string) => Promise<Generate | undefined>

/** A generation belongs to the server: it goes on whoever reads it, and every one of them ends. */
export type Runs = {
  /** False from the moment the server is leaving. */
  readonly isAccepting: boolean
  readonly active: number
  lease(): Lease
  /**
   * Begins writing the committed running row `messageId`, after the text that it has already where it is taken up
   * again: its `attempt` has to be one more than before then. While the server leaves, only to end it at once.
   */
  start(messageId: string, generate: Generate, from?: TakenUp): void
  /** Set once, before {@link recover}: without it orphans that this instance claims are marked as interrupted. */
  onOrphan(resume: Resume): void
  /** Calls `listener` after the end of a reply that this instance wrote is committed. What it throws is logged. */
  onEnd(listener: (messageId: string) => void | Promise<void>): void
  /** The reply as it is and as it grows, from this instance's memory or from the database. */
  feed(messageId: string): Promise<ReplyFeed | undefined>
  /**
   * Ends a reply and keeps all the text that was shown, on whichever instance it is written; false when another end
   * came first. Answers when the end is stored, or after some seconds where its writer or the database hangs.
   */
  stop(messageId: string): Promise<boolean>
  /**
   * Sees to replies whose writer is gone, and counts them: with Redis they are written on here, each on one instance,
   * else marked as `interrupted`. `isAlone` says that no other instance can exist.
   */
  recover(options: { isAlone: boolean }): Promise<number>
  /** Takes no more runs, lets the live ones end within `graceMs`, hands the rest over, or interrupts it without Redis. */
  drain(graceMs: number): Promise<void>
}
