import { createHash } from 'node:crypto'
import { hasNoNul } from '#shared/contract/scalars.ts'
import { normalAddress } from '#shared/email-address.ts'
import { LIMITS } from '#shared/limits.ts'
import { AppError } from '../../http/errors.ts'
import { parseJson } from '../../http/json-body.ts'

/** Longer types, versions, ids and names are read as null. */
const TEXT_LENGTH = LIMITS.externalIdLength

const UTF_8 = { fatal: true, ignoreBOM: true }

/**
 * Reads the body as text, byte for byte, and as a JSON object.
 * @throws {AppError} VALIDATION_ERROR for anything else; PAYLOAD_TOO_LARGE beyond twenty levels.
 */
export function readPayload(body: Uint8Array<ArrayBuffer>): { text: string; payload: object } {
  const text = decode(body)
  const payload = text === undefined ? undefined : parseJson(text)
  if (text === undefined || typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new AppError('VALIDATION_ERROR', 'O corpo da requisição não é um objeto JSON.')
  }
  return { text, payload }
}

function decode(body: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder('utf-8', UTF_8).decode(body)
  } catch {
    return undefined
  }
}

/** The value at this path, or undefined; own properties only. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? Reflect.get(inner, name)
        : undefined,
    value,
  )

/** The text at this path; null if it is missing, empty, not text, too long for an id, or not storable. */
export function textAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path)
  if (typeof found !== 'string') return null
  const text = found.trim()
  const isStorable = hasNoNul(text) && text.isWellFormed()
  return isStorable && text.length > 0 && text.length <= TEXT_LENGTH ? text : null
}

/** The email at this path, normalised; null if there is none. */
export function addressAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' ? (normalAddress(found) ?? null) : null
}

/** The list at this path, or an empty one. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest()
