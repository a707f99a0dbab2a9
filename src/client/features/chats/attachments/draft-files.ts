import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'

export type FileState =
  /** `progress` is the part of its bytes that has left, 0 to 1. */
  | { at: 'uploading'; progress: number }
  | { at: 'failed'; reason: string; canRetry: boolean }
  | { at: 'stored'; attachment: Attachment }

/** A file that goes with the next message; `key` is this browser's own name for it. */
export type DraftFile = {
  key: string
  name: string
  bytes: number
  kind: AttachmentKind
  /** Where this page can show it before the server does. */
  picture?: string | undefined
  state: FileState
}

export const NO_FILES: readonly DraftFile[] = []
const LOST_TEXT = 'O envio parou no meio. Anexe o arquivo de novo.'

/** What is kept of a file: progress and a `blob:` address end with the page. */
type Kept = Pick<DraftFile, 'key' | 'name' | 'bytes' | 'kind'> & { attachment?: Attachment | undefined }

/** The files as they are kept in a storage; empty for none. */
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

/** The files that a kept text speaks of; one that was still on its way is lost, and says so. Rubbish is none. */
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
