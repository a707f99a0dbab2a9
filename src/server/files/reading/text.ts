import { isUtf8 } from 'node:buffer'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

/** Maximum size in any encoding: far more than is stored, and cheap to scan. */
const MAX_BYTES = SERVER_LIMITS.attachmentText * 8

/** Reads a text file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function readText(file: Buffer): Reading | Refusal {
  const decoded = decodeText(file, MAX_BYTES)
  if ('refusal' in decoded) return decoded.refusal
  const { payload, isTruncated } = toKept(decoded.text)
  if (payload.length === 0) return 'emptyText'
  return {
    kind: 'text',
    mediaType: 'text/plain',
    isTruncated: isTruncated || file.length > MAX_BYTES,
    payload,
  }
}

/** The beginning of a text in any of these encodings, up to `maxBytes`. */
export function decodeText(file: Buffer, maxBytes: number): { text: string } | { refusal: Refusal } {
  const decode = (encoding: string) => ({
    text: new TextDecoder(encoding).decode(file.subarray(0, maxBytes)).replace(/\ufffd$/, ''),
  })
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return decode('utf-16le')
  if (first === 0xfe && second === 0xff) return decode('utf-16be')
  // Programs, archives and unknown images contain control bytes, which texts do not.
  if (hasControls(file)) return { refusal: 'unknownKind' }
  if (isUtf8(file)) return decode('utf-8')
  // Bytes that Windows-1252 leaves undefined.
  if (file.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))) return { refusal: 'badEncoding' }
  return isMostlyUtf8(file) ? { refusal: 'badEncoding' } : decode('windows-1252')
}

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
