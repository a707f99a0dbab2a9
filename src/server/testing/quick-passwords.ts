import { randomBytes, scrypt } from 'node:crypto'

/** better-auth's parameters but for the cost, a thousandth of it: most tests sign people up, and few are about it. */
const COST = { N: 16, r: 16, p: 1 }
const KEY_BYTES = 64

type Hashing = {
  hashPassword(password: string): Promise<string>
  verifyPassword(given: { hash: string; password: string }): Promise<boolean>
}

const derive = (password: string, salt: string) =>
  new Promise<string>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    )
  })

const quick: Hashing = {
  async hashPassword(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await derive(password, salt)}`
  },
  async verifyPassword({ hash, password }) {
    const [salt = '', key] = hash.split(':')
    return (await derive(password, salt)) === key
  },
}

let hashing = quick

/** Hashes as shipped from now on, for tests of what a hash costs. Neither kind verifies hashes of the other. */
export async function hashAsShipped(): Promise<{ restore(): void }> {
  // By its address, since the name leads here.
  hashing = (await import(import.meta.resolve('better-auth/crypto'))) as Hashing
  return {
    restore() {
      hashing = quick
    },
  }
}

export const hashPassword: Hashing['hashPassword'] = (password) => hashing.hashPassword(password)
export const verifyPassword: Hashing['verifyPassword'] = (given) => hashing.verifyPassword(given)
