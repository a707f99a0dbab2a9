type Fields = Record<string, unknown>

const TEXT_LENGTH = 500
const LIST_LENGTH = 100
const DEPTH = 5
const HIDDEN = '[oculto]'

/** Names of secret fields; `outputTokens` does not match. */
const SECRET_NAME =
  /(password|passwd|senha|secret|segredo|token|api[-_]?key|credential|credencial|authorization|cookie|hash)$/i
/** Keys in the formats of common services, in any text. */
const SECRET_TEXT =
  /\b(?:sk|pk|rk|ghp|xox[abp]|elenco)[-_][\w-]{12,}|\bAIza[\w-]{20,}|\bBearer\s+[\w.~+/=-]{8,}/g

const shortened = (text: string): string =>
  text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1)}…` : text

/** The text with likely keys of common services masked. */
export const withoutSecrets = (text: string): string => text.replace(SECRET_TEXT, HIDDEN)

// jsonb accepts neither NUL nor half a surrogate pair, which a cut may leave.
const storable = (text: string): string =>
  shortened(withoutSecrets(text)).replaceAll('\u0000', '').toWellFormed()

function plain(value: unknown, name: string, depth: number): unknown {
  if (value === undefined) return undefined
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (SECRET_NAME.test(name)) return HIDDEN
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return storable(String(value))
  if (depth >= DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, LIST_LENGTH).map((item) => plain(item, name, depth + 1))
  return auditable(value as Fields, depth + 1)
}

/** The fields as the audit log stores them: short texts, masked secrets, valid jsonb. */
export const auditable = (fields: Fields, depth = 0): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value, name, depth)]))

/** Characters shown before the first difference. */
const LEAD = 100

function around(text: string, at: number): string {
  const from = text.length > TEXT_LENGTH ? Math.max(0, at - LEAD) : 0
  const cut = from > 0 ? `…${text.slice(from)}` : text
  return shortened(cut)
}

/** Two long texts from shortly before their first difference, where their beginnings would look the same. */
export function excerptDifference(...texts: [before: string, after: string]): [string, string] {
  const [before, after] = [withoutSecrets(texts[0]), withoutSecrets(texts[1])]
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  return [around(before, at), around(after, at)]
}
