import type { AttachmentKind } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'

/** By file extension: browsers have no MIME type for some of these. */
const KINDS: Record<string, AttachmentKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  gif: 'image',
  avif: 'image',
  heic: 'image',
  heif: 'image',
  pdf: 'pdf',
  docx: 'docx',
  txt: 'text',
  md: 'text',
  csv: 'text',
}

/** For files without an extension, for example from the clipboard. */
const TYPES: Record<string, AttachmentKind> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'image/heic': 'image',
  'image/heif': 'image',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
}

/** `accept` of a file input. MIME types as well as extensions: phones offer photos for types only. */
export const ACCEPT = [
  ...Object.keys(TYPES),
  ...Object.keys(KINDS).map((extension) => `.${extension}`),
].join()

const KINDS_TEXT = 'imagens PNG, JPEG, WebP, GIF, AVIF e HEIC, PDF, DOCX e texto (TXT, MD, CSV)'

type Candidate = Pick<File, 'name' | 'type' | 'size'>

/** Presumed kind by name and MIME type; null if unsupported. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): AttachmentKind | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return KINDS[extension] ?? TYPES[type] ?? null
}

/** Whether browsers can show the chosen file itself. Most can't show HEIC, which the server encodes anew. */
export const isShownByBrowsers = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  kindOf({ name, type }) === 'image' && !/\.hei[cf]$/i.test(name) && !/^image\/hei[cf]$/.test(type)

/** Why a file is not uploaded; null if it may be. */
export function refusalOf(file: Candidate): string | null {
  if (kindOf(file) === null) return `“${file.name}” não pode ser anexado: aceitamos ${KINDS_TEXT}.`
  if (file.size === 0) return `“${file.name}” está vazio.`
  const limit = LIMITS.attachmentBytes
  if (file.size > limit) return `“${file.name}” passa do limite de ${limit / 1024 / 1024} MB.`
  return null
}

/** Message about `left` files beyond the limit; null for none. */
export function overflowText(left: number): string | null {
  if (left === 0) return null
  const limit = `Uma mensagem leva até ${LIMITS.attachmentsPerMessage} anexos`
  return left === 1 ? `${limit}: um arquivo ficou de fora.` : `${limit}: ${left} arquivos ficaram de fora.`
}
