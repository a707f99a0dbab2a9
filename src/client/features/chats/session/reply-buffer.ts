import { withStep } from '#client/entities/chats/with-step.ts'
import type { ReplyStep } from '#shared/contract/messages.ts'

/**
 * Text and steps of a streaming reply; repeated tokens and steps count once. Positions are UTF-16 code units, as in the contract's SSE ids.
 */
export class ReplyBuffer {
  #value = ''
  #steps: readonly ReplyStep[] = []

  get value(): string {
    return this.#value
  }

  /** In order; another array after each change. */
  get steps(): readonly ReplyStep[] {
    return this.#steps
  }

  /** After a takeover: the new attempt's text may differ. */
  clear(): void {
    this.#value = ''
    this.#steps = []
  }

  /** Adds a step, or changes its state, which is final once it has ended. */
  setStep(step: ReplyStep): void {
    this.#steps = withStep(this.#steps, step)
  }

  /**
   * Adds a token that ends at position `end`; text already held is skipped. Returns false, and changes nothing, if text is
   * missing before it: request the stream again from `value.length`.
   */
  append(token: string, end: number): boolean {
    const start = end - token.length
    if (!Number.isSafeInteger(end) || start < 0 || start > this.#value.length) return false
    if (end > this.#value.length) this.#value += token.slice(this.#value.length - start)
    return true
  }
}
