import { isUtf8 } from 'node:buffer'
import { LIMITS } from '#shared/limits.ts'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

/** Maximum size in any encoding: far more than is stored, and cheap to scan. */
const MAX_BYTES = LIMITS.attachmentText * 8

/** Reads a text file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function readText(file: Buffer): Reading | Refusal {
  const text = decodeText(file)
  if (text === undefined) return 'unknownKind'
  if (text === MIXED) return 'badEncoding'
  const { payload, isTruncated } = toKept(text)
  if (payload.length === 0) return 'emptyText'
  return {
    kind: 'text',
    mediaType: 'text/plain',
    isTruncated: isTruncated || file.length > MAX_BYTES,
    payload,
  }
}

const MIXED = Symbol('mixed')

function decodeText(file: Buffer): string | typeof MIXED | undefined {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return decode('utf-16le', file)
  if (first === 0xfe && second === 0xff) return decode('utf-16be', file)
  // Programs, archives and unknown images contain control bytes, which texts do not.
  if (hasControls(file)) return undefined
  if (isUtf8(file)) return decode('utf-8', file)
  // Bytes that Windows-1252 leaves undefined.
  if (file.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))) return MIXED
  return isMostlyUtf8(file) ? MIXED : decode('windows-1252', file)
}

const decode = (encoding: string, file: Buffer): string =>
  new TextDecoder(encoding).decode(file.subarray(0, MAX_BYTES)).replace(/\ufffd$/, '')

const TAB = 9
const RETURN = 13
const ESCAPE = 27
const hasControls = (file: Buffer) =>
  file.some((byte) => byte < TAB || (byte > RETURN && byte < 32 && byte !== ESCAPE))

/** Damaged UTF-8, which would decode to wrong letters as Windows-1252. */
function isMostlyUtf8(file: Buffer): boolean {
  const text = new TextDecoder().decode(file.subarray(0, MAX_BYTES))
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const others = text.match(/[^\0-\x7f]/g)?.length ?? 0
  return others > broken * 2
}
