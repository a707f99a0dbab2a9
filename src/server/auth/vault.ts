import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Ours alone: what is derived for anything else from the same secret has nothing in common with these keys. */
const KEY_LABEL = 'elenco vault key v1'
const ID_LABEL = 'elenco vault key id v1'
/** Hexadecimal digits: enough to tell a handful of keys apart. */
const ID_LENGTH = 16

/** Where a sealed text belongs. Anywhere else, and with anything of this changed, it can't be opened. */
export type SealContext = {
  table: string
  rowId: string
  ownerId: string
  provider: string
  /** What its row shows of the text, so that an older text put back beside newer signs of it is found out. */
  shown: string
}

/** Nonce, ciphertext and tag in base64, and the name of the key that they were made with. */
type Sealed = { sealed: string; keyId: string }

export type Vault = {
  /** Names the key that texts are sealed with now. */
  readonly keyId: string
  /** Names the keys of earlier secrets, which still open what was sealed with them. */
  readonly earlierKeyIds: readonly string[]
  seal(text: string, bond: SealContext): Sealed
  /** The text; undefined where its secret is gone, or where it was changed or belongs elsewhere. Never throws. */
  open(sealed: Sealed, bond: SealContext): string | undefined
}

type Key = { id: string; bytes: Buffer }

/**
 * Keeps texts that only this installation may read: AES-256-GCM under a key derived from the secret, which is in no
 * database. `earlier` are the secrets that came before, for what was not sealed anew since.
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

/** As one text that reads in one way only, whatever is in its parts. */
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
