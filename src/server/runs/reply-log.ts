import type { Db } from '../db/connect.ts'
import { pollReply } from './polled-reply.ts'
import type { WrittenReply } from './replies.queries.ts'
import type { LiveReply, ReplyEnd, ReplyFeed } from './reply-feed.ts'

/** A reply as this instance writes it and its local readers see it. */
export type Publication = {
  readonly feed: LiveReply
  /** Resolves when a successor can find all current text and steps, or when that is impossible. */
  flush(): Promise<void>
  /** Called once the end is committed with the whole text. */
  finish(end: ReplyEnd): void
  /** Another instance continues the reply; readers must reconnect. */
  cut(): void
}

/** What a reply consists of. */
export type Written = Pick<WrittenReply, 'text' | 'steps'>

/** Shares the text of running replies: writers append, readers follow from any instance. */
export type ReplyLog = {
  /** Other instances follow this log. */
  readonly isShared: boolean
  /** Publishes a reply to readers. `isOurs` is called when another writer may have taken over. */
  publish(id: string, reply: LiveReply, isOurs: () => Promise<boolean>): Publication
  /** Follows a reply of another instance, or an ended one; undefined when it does not exist. */
  follow(id: string): Promise<ReplyFeed | undefined>
  /** Closes the log of an attempt for good. Answers the row's text and steps with what only the log holds. */
  seal(reply: WrittenReply): Promise<Written>
  /** Asks every instance to stop the reply. An instance that misses the request finds it in the database. */
  askToStop(id: string): void
}

/** In memory for one instance; other instances poll the rows. */
export const createLocalLog = (db: Db): ReplyLog => ({
  isShared: false,
  publish: (_id, reply) => ({
    feed: reply,
    flush: async () => {},
    finish: (end) => reply.finish(end),
    cut: () => reply.cut(),
  }),
  follow: (id) => pollReply(db, id),
  seal: async (reply) => reply,
  askToStop: () => {},
})
