/** Minimum length of a repetition, in UTF-16 code units; shorter matches are chance. */
const OVERLAP_MIN = 16

/**
 * Removes from a continuation the text that it repeats. A possible repetition is held back until it is
 * decided; everything else passes at once.
 */
export class Continuation {
  readonly #partial: string
  /** Candidate start positions of the repetition, the longest first. */
  #starts: number[] | undefined
  #heldBack = ''
  #isDecided = false

  constructor(partial: string) {
    this.#partial = partial
    this.#isDecided = partial.length < OVERLAP_MIN
  }

  /** The new part of the next piece, possibly empty. */
  add(text: string): string {
    if (this.#isDecided) return text
    this.#heldBack += text
    this.#narrow()
    const [longest] = this.#starts ?? []
    if (longest === undefined) return this.#release(0)
    const length = this.#partial.length - longest
    return this.#heldBack.length >= length ? this.#release(length) : ''
  }

  /** The held-back text at the end of the stream. */
  end(): string {
    if (this.#isDecided) return ''
    const whole = this.#starts?.find((start) => this.#partial.length - start <= this.#heldBack.length)
    return this.#release(whole === undefined ? 0 : this.#partial.length - whole)
  }

  #release(repeated: number): string {
    this.#isDecided = true
    return this.#heldBack.slice(repeated)
  }

  #narrow(): void {
    const text = this.#heldBack
    const partial = this.#partial
    const fits = (start: number) => {
      const length = partial.length - start
      return text.length < length ? partial.startsWith(text, start) : text.startsWith(partial.slice(start))
    }
    this.#starts = (this.#starts ?? startsOf(partial)).filter(fits)
  }
}

/**
 * Positions that leave enough text for a repetition with at least one letter; a table rule is not a
 * repetition.
 */
function startsOf(partial: string): number[] {
  let lastLetter = partial.length - 1
  while (lastLetter >= 0 && !/\p{L}/u.test(partial.charAt(lastLetter))) lastLetter -= 1
  const count = Math.min(partial.length - OVERLAP_MIN, lastLetter) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, start) => start)
}
