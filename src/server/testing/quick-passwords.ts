import { randomBytes, scrypt } from 'node:crypto'

/** Password hashes like better-auth's, at a thousandth of their cost: most tests sign people up, and few are about it. */
const COST = { N: 16, r: 16, p: 1 }
const KEY_BYTES = 64

const derive = (password: string, salt: string) =>
  new Promise<string>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    )
  })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${await derive(password, salt)}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [salt = '', key] = hash.split(':')
  return (await derive(password, salt)) === key
}
