import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const KEY_LABEL = 'elenco mail opt-out v1'
const KEY_BYTES = 32
const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** Tokens of links that end mails to many. They work for years, and open nothing else. */
export type OptOutTokens = {
  sign(userId: string): string
  /** The user of a token; undefined for one that this installation did not sign. */
  verify(token: string): string | undefined
}

/** Former secrets still verify, because mails stay in mailboxes. */
export function createOptOutTokens(secret: string, previousSecrets: readonly string[]): OptOutTokens {
  const keys = [secret, ...previousSecrets].map((it) =>
    Buffer.from(hkdfSync('sha256', it, '', KEY_LABEL, KEY_BYTES)),
  )
  const digest = (key: Buffer | undefined, userId: string) =>
    createHmac('sha256', key ?? '')
      .update(userId)
      .digest()
  return {
    sign: (userId) => `${userId}.${digest(keys[0], userId).toString('base64url')}`,
    verify(token) {
      const [, userId, signature = ''] = TOKEN.exec(token) ?? []
      if (!userId) return undefined
      const given = Buffer.from(signature, 'base64url')
      return keys.some((key) => timingSafeEqual(digest(key, userId), given)) ? userId : undefined
    },
  }
}
