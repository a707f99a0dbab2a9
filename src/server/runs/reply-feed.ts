import type { FinishReason, MessageStatus, ReplyErrorCode } from '#shared/contract/messages.ts'

/** How a reply ended; the row that says so is committed before anybody hears of it. */
export type ReplyEnd = {
  status: Exclude<MessageStatus, 'running'>
  errorCode: ReplyErrorCode | null
  finishReason: FinishReason | null
}

/** The end of a reply that a person ended, or that nobody may read any more. */
export const STOPPED: ReplyEnd = { status: 'stopped', errorCode: null, finishReason: null }

/** What a reply has already when a writer takes it up, and the how-manieth of its writers that is: 1 is the first. */
export type TakenUp = { text: string; attempt: number }

const NOTHING_YET: TakenUp = { text: '', attempt: 1 }

/**
 * A reply as readers see it, wherever it is being written. `text` only ever grows, so its length (UTF-16 code
 * units) is the sequence: a reader that has seen n units continues with `text.slice(n)`.
 */
export type ReplyFeed = {
  readonly text: string
  readonly end: ReplyEnd | undefined
  /** Whether readers elsewhere may have seen more than `text` holds yet. */
  readonly isBehind: boolean
  /** Which of the reply's writers wrote it; 1 is the first. */
  readonly attempt: number
  /** Another writer has taken the reply up, perhaps from less than was shown: readers have to come again. */
  readonly isCut: boolean
  /** Calls `listener` after each change until the returned function is called; first call not included. */
  subscribe(listener: () => void): () => void
}

/** A feed that this process writes. Changes within one turn of the event loop reach readers as one. */
export class LiveReply implements ReplyFeed {
  text: string
  attempt: number
  end: ReplyEnd | undefined
  isCut = false
  readonly isBehind: boolean = false
  #heldBack = ''
  #notifying = false
  readonly #listeners = new Set<() => void>()

  /** Goes on from the text that a reply has already. */
  constructor({ text, attempt }: TakenUp = NOTHING_YET) {
    this.text = text
    this.attempt = attempt
  }

  /** Adds text. Half of a surrogate pair waits for its other half; NUL, which PostgreSQL can't hold, is dropped. */
  append(text: string): void {
    let added = (this.#heldBack + text).replaceAll('\u0000', '')
    this.#heldBack = ''
    const last = added.charCodeAt(added.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#heldBack = added.slice(-1)
      added = added.slice(0, -1)
    }
    if (added === '') return
    this.text += added.isWellFormed() ? added : added.toWellFormed()
    this.#changed()
  }

  /** Replaces the text by one that continues it, as a row read again does. */
  grow(text: string): void {
    if (text.length <= this.text.length) return
    this.text = text
    this.#changed()
  }

  finish(end: ReplyEnd): void {
    this.end ??= end
    this.#changed()
  }

  /** Sends readers away without an end. */
  cut(): void {
    this.isCut = true
    this.#changed()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get hasReaders(): boolean {
    return this.#listeners.size > 0
  }

  #changed(): void {
    if (this.#notifying || this.#listeners.size === 0) return
    this.#notifying = true
    setImmediate(() => {
      this.#notifying = false
      for (const listener of this.#listeners) listener()
    })
  }
}
