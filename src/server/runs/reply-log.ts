import type { Db } from '../db/connect.ts'
import { pollReply } from './polled-reply.ts'
import type { WrittenReply } from './replies.queries.ts'
import type { LiveReply, ReplyEnd, ReplyFeed } from './reply-feed.ts'

/** How readers on this instance see a reply that it writes. */
export type Publication = {
  readonly feed: LiveReply
  /** Resolves when all that was said by now is where a successor finds it, or can't be. */
  flush(): Promise<void>
  /** The end is committed, with the whole text. */
  finish(end: ReplyEnd): void
  /** The reply goes on elsewhere: readers have to come again. */
  cut(): void
}

/** What writers have said, where readers find it: they append here, and anybody tails from anywhere. */
export type ReplyLog = {
  /** Whether other instances may take up what this one leaves. */
  readonly isShared: boolean
  /** Lets readers have what `reply` says from now on. `isOurs` is asked when another writer seems to have come. */
  publish(id: string, reply: LiveReply, isOurs: () => Promise<boolean>): Publication
  /** A reply that another instance writes, or that has ended; undefined when there is none. */
  follow(id: string): Promise<ReplyFeed | undefined>
  /** Closes the log of a writer for good. Answers the text of its row, with what only the log has of it. */
  seal(reply: WrittenReply): Promise<string>
  /** Asks every instance to stop a reply that it may be writing; one that does not hear of it sees it in the database. */
  askToStop(id: string): void
}

/** One instance's memory; others follow the rows. */
export const createLocalLog = (db: Db): ReplyLog => ({
  isShared: false,
  publish: (_id, reply) => ({
    feed: reply,
    flush: async () => {},
    finish: (end) => reply.finish(end),
    cut: () => reply.cut(),
  }),
  follow: (id) => pollReply(db, id),
  seal: async ({ text }) => text,
  askToStop: () => {},
})
