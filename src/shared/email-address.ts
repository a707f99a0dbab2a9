import { LIMITS } from './limits.ts'

/** No invisible characters or spaces, and a single `@`, so that an address cannot pose as another. */
const ADDRESS = /^[^\p{C}\p{Z}\s@]+@[^\p{C}\p{Z}\s@]+$/u

const normalize = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFKC').trim()

/**
 * Normalizes an address for comparison with buyers' addresses: trimmed, NFKC, lower case; a plus suffix
 * stays, because it may be another mailbox. Undefined for invalid addresses. Idempotent. Only for unverified
 * addresses: accounts use the verified address exactly (RELIABILITY A41).
 */
export function normalAddress(text: string): string | undefined {
  // NFKC may shorten a text, so the raw limit is higher than the final one.
  if (text.length > LIMITS.emailLength * 2) return undefined
  const address = normalize(normalize(text))
  return address.length <= LIMITS.emailLength && ADDRESS.test(address) ? address : undefined
}
