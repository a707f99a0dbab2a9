import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'
import type { Source } from '#shared/contract/sources.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { AUDIO_ENDINGS, type AudioType } from './reading/audio.ts'

const NAMELESS = 'arquivo'
const EXTENSION = /\.[\p{L}\p{N}]{1,8}$/u

/**
 * A sender's file name for display: without folders, control and bidirectional characters, at most
 * `SERVER_LIMITS.fileNameLength` UTF-16 code units including the extension.
 */
export function cleanName(sent: string): string {
  const last = sent.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replace(/\s+/gu, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(plain)) return NAMELESS
  if (plain.length <= SERVER_LIMITS.fileNameLength) return plain
  const extension = EXTENSION.exec(plain)?.[0] ?? ''
  const room = SERVER_LIMITS.fileNameLength - extension.length - 1
  return `${plain
    .slice(0, room)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…${extension}`
}

const EXTENSIONS: Record<Exclude<AttachmentKind, 'image'>, RegExp> = {
  pdf: /\.pdf$/i,
  docx: /\.docx$/i,
  // Text files with other extensions, such as source code, are downloaded as `.txt`.
  text: /\.(txt|md|markdown|csv|tsv|srt|vtt)$/i,
}

/** The name for a download, with an extension that matches the content. */
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

type FileKind = Pick<Source, 'kind'> & { mediaType: string }

/** The ending of a source's file, without the dot. */
export const sourceEnding = ({ kind, mediaType }: FileKind): string =>
  kind === 'audio' ? AUDIO_ENDINGS[mediaType as AudioType] : kind

/** The name for a download of a source's file, which ends with its kind also after the source was renamed. */
export function sourceFileName({ name, ...kind }: FileKind & Pick<Source, 'name'>): string {
  const ending = sourceEnding(kind)
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`
}
