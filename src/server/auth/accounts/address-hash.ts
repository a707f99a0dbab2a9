import { createHmac, hkdfSync } from 'node:crypto'
import { normalAddress } from '#shared/email-address.ts'

const KEY_LABEL = 'elenco spent months v1'
const KEY_BYTES = 32

/** A month's first day and an address, as hexadecimal text that only the installation's secret can make. */
export type AddressHash = (month: string, email: string) => string

/**
 * A keyed hash of an address within a month. Without the secret, which is in no database, it can't be compared with
 * a guessed address, nor with the same address in another month. Its key differs from all others of the secret.
 */
export function createAddressHash(secret: string): AddressHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_LABEL, KEY_BYTES))
  return (month, email) =>
    createHmac('sha256', key)
      .update(JSON.stringify([month, normalAddress(email) ?? email]))
      .digest('hex')
}
