import type { AttachmentKind } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'

/** By the ending of the name, since browsers know no type for some of these. */
const KINDS: Record<string, AttachmentKind> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  gif: 'image',
  avif: 'image',
  pdf: 'pdf',
  docx: 'docx',
  txt: 'text',
  md: 'text',
  csv: 'text',
}

/** For files without a telling name, as a clipboard gives them. */
const TYPES: Record<string, AttachmentKind> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/avif': 'image',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
}

/** For `accept` of a file field. Types as well as endings: phones offer their photos for types only. */
export const ACCEPT = [...Object.keys(TYPES), ...Object.keys(KINDS).map((ending) => `.${ending}`)].join()

const KINDS_TEXT = 'imagens PNG, JPEG, WebP, GIF e AVIF, PDF, DOCX e texto (TXT, MD, CSV)'

type Candidate = Pick<File, 'name' | 'type' | 'size'>

/** What a file is taken for, before anybody has looked into it; null for what is not taken. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): AttachmentKind | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return KINDS[ending] ?? TYPES[type] ?? null
}

/** Why a file is not even sent; null when it may be. */
export function refusalOf(file: Candidate): string | null {
  if (kindOf(file) === null) return `“${file.name}” não pode ser anexado: aceitamos ${KINDS_TEXT}.`
  if (file.size === 0) return `“${file.name}” está vazio.`
  const limit = LIMITS.attachmentBytes
  if (file.size > limit) return `“${file.name}” passa do limite de ${limit / 1024 / 1024} MB.`
  return null
}

/** That some files found no room; null when all did. */
export function overflowText(left: number): string | null {
  if (left === 0) return null
  const limit = `Uma mensagem leva até ${LIMITS.attachmentsPerMessage} anexos`
  return left === 1 ? `${limit}: um arquivo ficou de fora.` : `${limit}: ${left} arquivos ficaram de fora.`
}

/**
 * The files that a paste brings, unless it is text: office programs put a picture of the words beside them, and a
 * copied file may bring its own name as text.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...data.files]
  const text = data.getData('text/plain').trim()
  const isNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.trim().endsWith(name)))
  return text === '' || isNames ? files : []
}
