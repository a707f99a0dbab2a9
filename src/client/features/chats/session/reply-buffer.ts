/**
 * The text of one reply as its tokens arrive, each counted exactly once whatever the network repeats.
 * Positions are UTF-16 code units, as in the SSE ids of the contract.
 */
export class ReplyBuffer {
  #value = ''

  get value(): string {
    return this.#value
  }

  /** Lets go of it all: the reply is being written by another attempt, whose text may differ. */
  clear(): void {
    this.#value = ''
  }

  /**
   * Takes a token that ends at position `end` of the whole text. What is already here is skipped.
   * Answers false, and changes nothing, when text is missing in between: the reader must ask again
   * from `value.length`.
   */
  append(token: string, end: number): boolean {
    const start = end - token.length
    if (!Number.isSafeInteger(end) || start < 0 || start > this.#value.length) return false
    if (end > this.#value.length) this.#value += token.slice(this.#value.length - start)
    return true
  }
}
