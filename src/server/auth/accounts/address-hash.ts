import { createHmac, hkdfSync } from 'node:crypto'
import { normalAddress } from '#shared/email-address.ts'

const KEY_LABEL = 'elenco spent months v1'
const KEY_BYTES = 32

/** A scope, such as a month's first day, and an address, as hexadecimal text that only the installation's secret can make. */
export type AddressHash = (scope: string, email: string) => string

/**
 * A keyed hash of an address within a scope. Without the secret, which is in no database, it can't be compared with
 * a guessed address, nor with the same address in another scope. Its key differs from all others of the secret.
 */
export function createAddressHash(secret: string): AddressHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_LABEL, KEY_BYTES))
  return (scope, email) =>
    createHmac('sha256', key)
      .update(JSON.stringify([scope, normalAddress(email) ?? email]))
      .digest('hex')
}
