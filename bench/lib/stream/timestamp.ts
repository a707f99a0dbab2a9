const DIGITS = 5
const RANGE = 36 ** DIGITS
/** Ticks a millisecond; the range lasts for 100 minutes. */
const TICKS = 10

/** Where each stamp begins: a character that nothing else in these streams holds. */
export const STAMP_MARK = '@'.charCodeAt(0)
/** Bytes of a stamp, its mark included. */
export const STAMP_LENGTH = 1 + DIGITS

const now = () => Math.round((performance.timeOrigin + performance.now()) * TICKS) % RANGE

/** A token that says when it was written, by the clock that all processes of a machine share. */
export const stampOf = () => `@${now().toString(36).padStart(DIGITS, '0')} `

/** Milliseconds since the stamp at `at` was written. */
export const ageOf = (chunk: Buffer, at: number): number => {
  const age = now() - Number.parseInt(chunk.toString('latin1', at + 1, at + STAMP_LENGTH), 36)
  return (age < -RANGE / 2 ? age + RANGE : age) / TICKS
}
