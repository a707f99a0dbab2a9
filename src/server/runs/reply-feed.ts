import type { FinishReason, MessageStatus, ReplyErrorCode, ReplyStep } from '#shared/contract/messages.ts'
import type { StepState } from '../ai/reply.ts'
import { endSteps, mergeSteps, withStep } from './reply-steps.ts'

/** The end of a reply; its row is committed before readers see it. */
export type ReplyEnd = {
  status: Exclude<MessageStatus, 'running'>
  errorCode: ReplyErrorCode | null
  finishReason: FinishReason | null
}

/** The end of a reply that its user stopped or may no longer read. */
export const STOPPED: ReplyEnd = { status: 'stopped', errorCode: null, finishReason: null }

/** The stored text and steps at a takeover, and the attempt number; the first attempt is 1. */
export type TakenUp = { text: string; attempt: number; steps: readonly ReplyStep[] }

const NOTHING_YET: TakenUp = { text: '', attempt: 1, steps: [] }

/**
 * A reply as readers see it, on any instance. `text` only grows, so its length in UTF-16 code units is the
 * sequence: a reader that has n units continues with `text.slice(n)`, and with the steps that stand at n or later.
 */
export type ReplyFeed = {
  readonly text: string
  /** In order of their places; a changed list is another array, a changed step another object. */
  readonly steps: readonly ReplyStep[]
  readonly end: ReplyEnd | undefined
  /** Readers of other instances may have seen more than `text`. */
  readonly isBehind: boolean
  /** Attempt number; the first is 1. */
  readonly attempt: number
  /** Another writer took the reply over, possibly from less text than was shown; readers must reconnect. */
  readonly isCut: boolean
  /** Calls `listener` after each change, not for the current state. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** A feed that this process writes. Batches changes within one turn of the event loop. */
export class LiveReply implements ReplyFeed {
  text: string
  steps: readonly ReplyStep[]
  attempt: number
  end: ReplyEnd | undefined
  isCut = false
  readonly isBehind: boolean = false
  #heldBack = ''
  #notifying = false
  readonly #listeners = new Set<() => void>()

  constructor({ text, attempt, steps }: TakenUp = NOTHING_YET) {
    this.text = text
    this.steps = steps
    this.attempt = attempt
  }

  /**
   * Appends text. Half a surrogate pair is held back until its other half arrives; NUL is dropped, because
   * PostgreSQL cannot store it.
   */
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

  /** Takes a text that continues this one, and its steps, such as those of a row that was read again. */
  grow({ text, steps }: Pick<TakenUp, 'text' | 'steps'>): void {
    const merged = mergeSteps(this.steps, steps)
    if (text.length <= this.text.length && merged === this.steps) return
    if (text.length > this.text.length) this.text = text
    this.steps = merged
    this.#changed()
  }

  /** Adds a step at the end of the text, or changes its state. */
  step(state: StepState): void {
    this.#setSteps(withStep(this.steps, state, this.text.length))
  }

  /** Marks running steps as failed: their writer is at its end. */
  endSteps(): void {
    this.#setSteps(endSteps(this.steps))
  }

  #setSteps(steps: readonly ReplyStep[]): void {
    if (steps === this.steps) return
    this.steps = steps
    this.#changed()
  }

  finish(end: ReplyEnd): void {
    this.end ??= end
    this.#changed()
  }

  /** Closes readers' streams without an end; they reconnect. */
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
