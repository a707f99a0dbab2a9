const DIGITS = 5
const RANGE = 36 ** DIGITS
/** Ticks per millisecond; the range is 100 minutes. */
const TICKS = 10

/** First character of each stamp, unique in these streams. */
export const STAMP_MARK = '@'.charCodeAt(0)
/** Bytes of a stamp, including its mark. */
export const STAMP_LENGTH = 1 + DIGITS

const now = () => Math.round((performance.timeOrigin + performance.now()) * TICKS) % RANGE

/** A token with its time of writing, by the clock shared by all processes of the machine. */
export const stampOf = () => `@${now().toString(36).padStart(DIGITS, '0')} `

/** Milliseconds since the stamp at `at` was written. */
export const ageOf = (chunk: Buffer, at: number): number => {
  const age = now() - Number.parseInt(chunk.toString('latin1', at + 1, at + STAMP_LENGTH), 36)
  return (age < -RANGE / 2 ? age + RANGE : age) / TICKS
}
