import { isUtf8 } from 'node:buffer'
import { LIMITS } from '#shared/limits.ts'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

/** Of a text of any encoding: far more than is kept, and cheap to look at. */
const MAX_BYTES = LIMITS.attachmentText * 8

/** A text file: UTF-8, UTF-16 that says so, or what Windows and Excel write without saying anything. */
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
  // Programs, archives, pictures of other kinds: all have bytes that no text has.
  if (hasControls(file)) return undefined
  if (isUtf8(file)) return decode('utf-8', file)
  // Bytes that Windows-1252 leaves without a meaning.
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

/** UTF-8 that broke on its way would become a row of wrong letters. */
function isMostlyUtf8(file: Buffer): boolean {
  const text = new TextDecoder().decode(file.subarray(0, MAX_BYTES))
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const others = text.match(/[^\0-\x7f]/g)?.length ?? 0
  return others > broken * 2
}
