/**
 * Text of a streaming reply; repeated tokens count once. Positions are UTF-16 code units, as in the contract's SSE ids.
 */
export class ReplyBuffer {
  #value = ''

  get value(): string {
    return this.#value
  }

  /** After a takeover: the new attempt's text may differ. */
  clear(): void {
    this.#value = ''
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
