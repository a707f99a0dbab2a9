/** Shorter ones are chance: a continuation of `pas` by `sado` repeats nothing. In UTF-16 code units. */
const OVERLAP_MIN = 16

/**
 * Leaves out what a continuation repeats of the text that it continues. The beginning of a repetition is held back
 * until it is clear whether it is one; all else passes at once.
 */
export class Continuation {
  readonly #partial: string
  /** Where in the text a repetition could have begun, the longest first. */
  #starts: number[] | undefined
  #heldBack = ''
  #isDecided = false

  constructor(partial: string) {
    this.#partial = partial
    this.#isDecided = partial.length < OVERLAP_MIN
  }

  /** What is new in the next piece; may be nothing yet. */
  add(text: string): string {
    if (this.#isDecided) return text
    this.#heldBack += text
    this.#narrow()
    const [longest] = this.#starts ?? []
    if (longest === undefined) return this.#release(0)
    const length = this.#partial.length - longest
    return this.#heldBack.length >= length ? this.#release(length) : ''
  }

  /** What is still held back when nothing more comes. */
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

/** Positions from which on enough is left to be a repetition, with a letter in it: rules of a table are not. */
function startsOf(partial: string): number[] {
  let lastLetter = partial.length - 1
  while (lastLetter >= 0 && !/\p{L}/u.test(partial.charAt(lastLetter))) lastLetter -= 1
  const count = Math.min(partial.length - OVERLAP_MIN, lastLetter) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, start) => start)
}
