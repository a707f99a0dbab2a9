import { v4 as newKey } from 'uuid'
import { ApiError, request, requestStream } from '#client/lib/http/http-client.ts'
import { mayPass, uploadFile } from '#client/lib/http/upload-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'
import { isShownByBrowsers, kindOf, overflowText, refusalOf } from './attachment-kinds.ts'
import { draftAttachments } from './draft-attachments.ts'
import type { DraftFile } from './draft-files.ts'

/** Retries after 429, if the server's `Retry-After` is at most WAIT_SECONDS. */
const TRIES = 10
const WAIT_SECONDS = 5

const MISSING_TEXT = 'Este anexo não está mais guardado aqui.'

type Upload = { key: string; file: File; picture: string | undefined; controller: AbortController }

/** Files of this page whose chips exist, by chip key. */
const uploads = new Map<string, Upload>()
/** Sequential: the server reads one file per user at a time. */
let queue: Promise<void> = Promise.resolve()

draftAttachments.subscribeFiles(() => {
  for (const upload of uploads.values()) if (!draftAttachments.has(upload.key)) forget(upload)
})

/**
 * Adds files to a draft and uploads them at once. Returns why some were refused; null if none was.
 */
export function attachFiles(draftKey: string, files: readonly File[]): string | null {
  const refusals = files.flatMap((file) => refusalOf(file) ?? [])
  const taken = files.filter((file) => refusalOf(file) === null)
  const room = Math.max(0, LIMITS.attachmentsPerMessage - draftAttachments.list(draftKey).length)
  for (const file of taken.slice(0, room)) start(draftKey, file)
  const overflow = overflowText(Math.max(0, taken.length - room))
  return [...refusals, overflow].filter(Boolean).join(' ') || null
}

export function retryUpload({ key }: DraftFile): void {
  const upload = uploads.get(key)
  if (upload) enqueue(upload)
}

/** Removes a file from a draft, and from the server if it is stored there. */
export function removeFile(draftKey: string, file: DraftFile): void {
  draftAttachments.remove(draftKey, file)
  // After a failure the server's cleanup finds the unreferenced file.
  if (file.state.at === 'stored')
    request('DELETE', `/attachments/${file.state.attachment.id}`).catch(() => undefined)
}

/** After a message was refused: marks the files that the server no longer has. */
export async function markMissing(draftKey: string): Promise<void> {
  for (const { key, state } of draftAttachments.list(draftKey)) {
    if (state.at !== 'stored' || (await isStored(state.attachment.id))) continue
    draftAttachments.change(key, { at: 'failed', reason: MISSING_TEXT, canRetry: uploads.has(key) })
  }
}

/** Whether the server still has a file; true when in doubt. */
async function isStored(id: string): Promise<boolean> {
  try {
    const { body } = await requestStream('GET', `/attachments/${id}/file`)
    await body?.cancel()
    return true
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404)
  }
}

function start(draftKey: string, file: File): void {
  const kind = kindOf(file) ?? 'text'
  const picture = isShownByBrowsers(file) ? URL.createObjectURL(file) : undefined
  const upload = { key: newKey(), file, picture, controller: new AbortController() }
  uploads.set(upload.key, upload)
  const { name, size: bytes } = file
  draftAttachments.add(draftKey, {
    key: upload.key,
    name,
    bytes,
    kind,
    picture,
    state: { at: 'uploading', progress: 0 },
  })
  enqueue(upload)
}

function enqueue(upload: Upload): void {
  draftAttachments.change(upload.key, { at: 'uploading', progress: 0 })
  queue = queue.then(() => send(upload))
}

async function send(upload: Upload): Promise<void> {
  const { key, controller } = upload
  if (controller.signal.aborted) return
  try {
    draftAttachments.change(key, { at: 'stored', attachment: await sendPatiently(upload) })
  } catch (error) {
    draftAttachments.change(key, { at: 'failed', reason: errorText(error), canRetry: mayPass(error) })
  }
}

/** Retries: the server may still be reading a file that was removed during its upload. */
async function sendPatiently({ key, file, controller: { signal } }: Upload): Promise<Attachment> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await uploadFile<Attachment>('/attachments', file, {
        signal,
        onProgress: (progress) => draftAttachments.change(key, { at: 'uploading', progress }),
      })
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined
      if (!seconds || seconds > WAIT_SECONDS || tries === TRIES || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      signal.throwIfAborted()
    }
  }
}

function forget({ key, picture, controller }: Upload): void {
  uploads.delete(key)
  controller.abort()
  if (picture) URL.revokeObjectURL(picture)
}
