import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Labels separate these keys from other keys derived from the same secret. */
const KEY_LABEL = 'elenco vault key v1'
const ID_LABEL = 'elenco vault key id v1'
/** Hexadecimal digits, enough to distinguish a few keys. */
const ID_LENGTH = 16

/** Authenticated context of a sealed text; it cannot be opened with any other. */
export type SealContext = {
  table: string
  rowId: string
  ownerId: string
  provider: string
  /** The visible part in the row; detects an older text restored beside newer values. */
  shown: string
}

/** Nonce, ciphertext and tag in base64, and the id of their key. */
type Sealed = { sealed: string; keyId: string }

export type Vault = {
  /** Id of the current key. */
  readonly keyId: string
  /** Ids of the keys of earlier secrets, for opening only. */
  readonly earlierKeyIds: readonly string[]
  seal(text: string, bond: SealContext): Sealed
  /** The text; undefined when its secret is missing or the data does not match. Never throws. */
  open(sealed: Sealed, bond: SealContext): string | undefined
}

type Key = { id: string; bytes: Buffer }

/**
 * Encrypts texts with AES-256-GCM under a key derived from the secret, which is not in the database.
 * `earlier` lists previous secrets, for texts not sealed again since.
 */
export function createVault(secret: string, earlier: readonly string[] = []): Vault {
  const current = deriveKey(secret)
  const others = earlier.map(deriveKey).filter(({ id }) => id !== current.id)
  const keys = new Map([...others, current].map(({ id, bytes }) => [id, bytes]))
  return {
    keyId: current.id,
    earlierKeyIds: [...new Set(others.map(({ id }) => id))],
    seal: (text, bond) => ({ sealed: seal(current, text, bond), keyId: current.id }),
    open({ sealed, keyId }, bond) {
      const bytes = keys.get(keyId)
      return bytes && open({ id: keyId, bytes }, sealed, bond)
    },
  }
}

function deriveKey(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', KEY_LABEL, KEY_BYTES))
  const id = createHash('sha256').update(ID_LABEL).update(bytes).digest('hex').slice(0, ID_LENGTH)
  return { id, bytes }
}

/** JSON, so that different contexts never have the same text. */
const bondText = (keyId: string, { table, rowId, ownerId, provider, shown }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([keyId, table, rowId, ownerId, provider, shown]))

function seal({ id, bytes }: Key, text: string, bond: SealContext): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(bondText(id, bond))
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64')
}

function open({ id, bytes }: Key, sealed: string, bond: SealContext): string | undefined {
  const whole = Buffer.from(sealed, 'base64')
  if (whole.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = whole.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bondText(id, bond))
  decipher.setAuthTag(whole.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(whole.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
