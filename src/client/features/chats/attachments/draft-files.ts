import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'

export type FileState =
  /** `progress`: part of the bytes sent, 0 to 1. */
  | { at: 'uploading'; progress: number }
  | { at: 'failed'; reason: string; canRetry: boolean }
  | { at: 'stored'; attachment: Attachment }

/** A file of a draft; `key` is local to this browser. */
export type DraftFile = {
  key: string
  name: string
  bytes: number
  kind: AttachmentKind
  /** `blob:` URL of an image. */
  picture?: string | undefined
  state: FileState
}

const NO_FILES: readonly DraftFile[] = []
const LOST_TEXT = 'O envio parou no meio. Anexe o arquivo de novo.'

/** Persisted form: progress and `blob:` URLs end with the page. */
type Kept = Pick<DraftFile, 'key' | 'name' | 'bytes' | 'kind'> & { attachment?: Attachment | undefined }

export function serializeFiles(files: readonly DraftFile[]): string {
  if (files.length === 0) return ''
  const kept = files.map(
    ({ key, name, bytes, kind, state }): Kept => ({
      key,
      name,
      bytes,
      kind,
      ...(state.at === 'stored' && { attachment: state.attachment }),
    }),
  )
  return JSON.stringify(kept)
}

/** Parses persisted files; an unfinished upload becomes a failed one, invalid text an empty list. */
export function parseFiles(text: string): readonly DraftFile[] {
  try {
    const kept: unknown = JSON.parse(text || '[]')
    return Array.isArray(kept) && kept.every(isKept) ? kept.map(fileOf) : NO_FILES
  } catch {
    return NO_FILES
  }
}

const fileOf = ({ attachment, ...file }: Kept): DraftFile => ({
  ...file,
  state: attachment ? { at: 'stored', attachment } : { at: 'failed', reason: LOST_TEXT, canRetry: false },
})

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { key, name, attachment } = value as Partial<Record<keyof Kept, unknown>>
  const isWhole = attachment === undefined || typeof (attachment as Partial<Attachment>)?.id === 'string'
  return typeof key === 'string' && typeof name === 'string' && isWhole
}
