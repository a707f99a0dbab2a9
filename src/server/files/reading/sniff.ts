import type { AttachmentKind } from '#shared/contract/attachments.ts'
import type { Refusal } from './outcome.ts'

/** Bytes inspected at the beginning of a text. */
const SNIFF_BYTES = 4096

const isAt = (file: Buffer, offset: number, bytes: string) =>
  file.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes, 'latin1'))

const IMAGES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a']
const HEIF_BRAND = /^ftyp(avif|avis|heic|heix|hevc|heim|heis|mif1|msf1)/

/** Whether a file is a HEIF container, of AVIF or HEIC. */
export const isHeif = (file: Buffer): boolean => HEIF_BRAND.test(file.toString('latin1', 4, 12))

/**
 * The type of a file by its first bytes, ignoring its name. Does not check that the file is complete.
 */
export function sniff(file: Buffer): AttachmentKind | Refusal {
  if (IMAGES.some((magic) => isAt(file, 0, magic))) return 'image'
  if (isAt(file, 0, 'RIFF') && isAt(file, 8, 'WEBP')) return 'image'
  if (isHeif(file)) return 'image'
  if (isAt(file, 0, 'PK\x03\x04')) return 'docx'
  // Word up to 2003, and password-protected files of current Word.
  if (isAt(file, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'oldWord'
  const beginning = file.toString('latin1', 0, SNIFF_BYTES).replace(/^(\xef\xbb\xbf)?\s*/, '')
  if (beginning.startsWith('%PDF-')) return 'pdf'
  if (beginning.startsWith('{\\rtf')) return 'rtf'
  if (isSvg(beginning)) return 'svg'
  return 'text'
}

/** Whether the first element of an XML text, after prolog and comments, is `svg`. */
function isSvg(text: string): boolean {
  const markup = text.replace(/<!--.*?-->/gs, '')
  return markup.startsWith('<') && /<([a-z]+)/i.exec(markup)?.[1]?.toLowerCase() === 'svg'
}
