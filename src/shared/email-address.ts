import { LIMITS } from './limits.ts'

/** Nothing that is invisible, no blanks, and one sign between two halves: what looks like another address is none. */
const ADDRESS = /^[^\p{C}\p{Z}\s@]+@[^\p{C}\p{Z}\s@]+$/u

const fold = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim()

/**
 * The one form in which addresses of buyers are compared: trimmed, NFKC, lower case; what stands behind a plus stays, for
 * it may be somebody else's mailbox. Undefined for what is no address in that form. Doing it twice changes nothing.
 *
 * For what others say only: an account counts under the address that was proved, letter by letter (RELIABILITY A41).
 */
export function normalAddress(text: string): string | undefined {
  // Compatibility forms may be longer than what they stand for, and nobody's address is so long.
  if (text.length > LIMITS.emailLength * 2) return undefined
  const address = fold(fold(text))
  return address.length <= LIMITS.emailLength && ADDRESS.test(address) ? address : undefined
}
