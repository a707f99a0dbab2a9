import { useEffect, useRef } from 'react'
import { ApiError, request } from '#client/lib/http/http-client.ts'
import { uploadFile } from '#client/lib/http/upload-file.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'

const ENDINGS = ['.pdf', '.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif', '.heic', '.heif']

/** `accept` of a file input. MIME types as well as extensions: phones offer photos for types only. */
export const PROOF_ACCEPT = ['application/pdf', 'image/*', ...ENDINGS].join()

const MEGABYTES = LIMITS.attachmentBytes / 1024 / 1024

/** Why a file is not sent; undefined if it may be. The server knows its type from its bytes. */
export function proofRefusal({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  const isOfKind = ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
  if (!isOfKind && type !== 'application/pdf' && !type.startsWith('image/')) {
    return `“${name}” não serve: a prova é um PDF ou uma imagem.`
  }
  if (size === 0) return `“${name}” está vazio.`
  return size > LIMITS.attachmentBytes ? `“${name}” passa do limite de ${MEGABYTES} MB.` : undefined
}

/**
 * Sends the chosen file and hands it to `save`, the remark. A remark that may still be stored keeps the file for another
 * try; a refused one deletes it, since no screen would show it. An upload under way ends with the component.
 */
export function useProofUpload() {
  const sent = useRef<{ file: File; attachment: Attachment }>(undefined)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const upload = async (file: File): Promise<Attachment> => {
    if (sent.current?.file === file) return sent.current.attachment
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const attachment = await uploadFile<Attachment>('/attachments', file, {
      signal,
      onProgress: () => undefined,
    })
    sent.current = { file, attachment }
    return attachment
  }
  /** @throws {ApiError} */
  return async (file: File, save: (attachment: Attachment) => Promise<void>): Promise<void> => {
    const attachment = await upload(file)
    try {
      await save(attachment)
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        sent.current = undefined
        request('DELETE', `/attachments/${attachment.id}`).catch(() => undefined)
      }
      throw error
    }
  }
}
