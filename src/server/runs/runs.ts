import type { SQL } from 'drizzle-orm'
import type { ReplyPart } from '../ai/reply.ts'
import type { ReplyFeed, TakenUp } from './reply-feed.ts'

/** Generates a reply; aborting the signal closes the connection to the provider. */
export type Generate = (signal: AbortSignal) => AsyncIterable<ReplyPart>

/** Columns that make a message row a running reply of this instance. */
export type Lease = { status: 'running'; leaseOwner: string; leaseUntil: SQL }

/** Continues an orphaned reply from the text of its row; undefined when that is impossible. */
export type Resume = (messageId: string) => Promise<Generate | undefined>

/** Generations belong to the server: they continue without readers, and every one of them ends. */
export type Runs = {
  /** False once shutdown begins. */
  readonly isAccepting: boolean
  readonly active: number
  lease(): Lease
  /**
   * Starts writing the committed running row `messageId`. `from` is the stored text of a takeover, whose
   * `attempt` the row has already. During shutdown the run is handed over at once.
   */
  start(messageId: string, generate: Generate, from?: TakenUp): void
  /**
   * Set once, before {@link recover}. Without it, orphans that this instance takes over are marked as
   * interrupted.
   */
  onOrphan(resume: Resume): void
  /** Calls `listener` after the end of a reply on this instance is committed. Its errors are logged. */
  onEnd(listener: (messageId: string) => void | Promise<void>): void
  /**
   * The growing reply, from this instance's memory or from the log and the database; undefined when it does
   * not exist.
   */
  feed(messageId: string): Promise<ReplyFeed | undefined>
  /**
   * Stops a reply on whichever instance writes it, and keeps all text that was shown. False when another end
   * came first. Resolves when the end is stored, or after a few seconds when the writer or the database
   * hangs.
   */
  stop(messageId: string): Promise<boolean>
  /**
   * Takes over orphaned replies and answers their count. Those that may not continue are marked as
   * `interrupted`, or as `stopped` after a requested stop. `isAlone` asserts that no other instance exists.
   */
  recover(options: { isAlone: boolean }): Promise<number>
  /**
   * Takes no more runs, waits up to `graceMs` milliseconds for the live ones, then hands the rest over to
   * another instance or the next start.
   */
  drain(graceMs: number): Promise<void>
}
