import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'

const NAMELESS = 'arquivo'
const EXTENSION = /\.[\p{L}\p{N}]{1,8}$/u

/**
 * A sender's name for a file, as text that can be shown: no folders, no signs that nobody sees or that turn the line
 * around, at most `LIMITS.fileNameLength` UTF-16 code units with its extension.
 */
export function cleanName(sent: string): string {
  const last = sent.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replace(/\s+/gu, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(plain)) return NAMELESS
  if (plain.length <= LIMITS.fileNameLength) return plain
  const extension = EXTENSION.exec(plain)?.[0] ?? ''
  const room = LIMITS.fileNameLength - extension.length - 1
  return `${plain
    .slice(0, room)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…${extension}`
}

const EXTENSIONS: Record<Exclude<AttachmentKind, 'image'>, RegExp> = {
  pdf: /\.pdf$/i,
  docx: /\.docx$/i,
  // A text that is called a page or a program is saved as a text all the same.
  text: /\.(txt|md|markdown|csv|tsv|srt|vtt)$/i,
}

/** What it is saved as: its own name, with an extension that says what it is. */
export function downloadName({
  name,
  kind,
  mediaType,
}: Pick<Attachment, 'name' | 'kind' | 'mediaType'>): string {
  if (kind === 'image') {
    return `${name.replace(EXTENSION, '')}${mediaType === 'image/png' ? '.png' : '.jpg'}`
  }
  if (EXTENSIONS[kind].test(name)) return name
  return `${name}.${kind === 'text' ? 'txt' : kind}`
}
