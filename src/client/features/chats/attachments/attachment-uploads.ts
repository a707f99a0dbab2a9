import { v4 as newKey } from 'uuid'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'
import { kindOf, overflowText, refusalOf } from './attachment-kinds.ts'
import { attachmentCalls } from './attachments.api.ts'
import { draftAttachments } from './draft-attachments.ts'
import type { DraftFile } from './draft-files.ts'

/** A busy server is asked again so often, where it says that it will be free so soon. */
const TRIES = 10
const WAIT_SECONDS = 5

const MISSING_TEXT = 'Este anexo não está mais guardado aqui.'

type Upload = { key: string; file: File; picture: string | undefined; giveUp: AbortController }

/** The files of this page whose chips still stand, under the chips' keys. */
const uploads = new Map<string, Upload>()
/** One after the other: the server reads one file of a person at a time. */
let queue: Promise<void> = Promise.resolve()

draftAttachments.subscribe(() => {
  for (const upload of uploads.values()) if (!draftAttachments.has(upload.key)) forget(upload)
})

/**
 * Adds files to the message that is being written at `place` and sends them there and then. Returns why some are left
 * out; null when none is.
 */
export function attachFiles(draftKey: string, files: readonly File[]): string | null {
  const refusals = files.flatMap((file) => refusalOf(file) ?? [])
  const taken = files.filter((file) => refusalOf(file) === null)
  const room = Math.max(0, LIMITS.attachmentsPerMessage - draftAttachments.list(draftKey).length)
  for (const file of taken.slice(0, room)) start(draftKey, file)
  const overflow = overflowText(Math.max(0, taken.length - room))
  return [...refusals, overflow].filter(Boolean).join(' ') || null
}

/** Sends once more what did not arrive. */
export function retryUpload({ key }: DraftFile): void {
  const upload = uploads.get(key)
  if (upload) enqueue(upload)
}

/** Takes a file out of the message; what the server already has of it is deleted there. */
export function removeFile(draftKey: string, file: DraftFile): void {
  draftAttachments.remove(draftKey, file)
  // Where this fails the server's own sweep finds it, as nothing refers to it.
  if (file.state.at === 'stored') attachmentCalls.remove(file.state.attachment.id).catch(() => undefined)
}

/** After a message was refused: says at its chip which of its files the server no longer has. */
export async function markMissing(draftKey: string): Promise<void> {
  for (const { key, state } of draftAttachments.list(draftKey)) {
    if (state.at !== 'stored' || (await attachmentCalls.exists(state.attachment.id))) continue
    draftAttachments.change(key, { at: 'failed', reason: MISSING_TEXT, canRetry: uploads.has(key) })
  }
}

function start(draftKey: string, file: File): void {
  const kind = kindOf(file) ?? 'text'
  const picture = kind === 'image' ? URL.createObjectURL(file) : undefined
  const upload = { key: newKey(), file, picture, giveUp: new AbortController() }
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
  const { key, giveUp } = upload
  if (giveUp.signal.aborted) return
  try {
    draftAttachments.change(key, { at: 'stored', attachment: await sendPatiently(upload) })
  } catch (error) {
    draftAttachments.change(key, { at: 'failed', reason: errorText(error), canRetry: mayPass(error) })
  }
}

/** The server may still be reading a file that was taken out of the message on its way. */
async function sendPatiently({ key, file, giveUp: { signal } }: Upload): Promise<Attachment> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attachmentCalls.upload(file, {
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

/** Whether the same file may be taken another time; what is wrong with the file itself stays wrong. */
const mayPass = (error: unknown) => !(error instanceof ApiError) || ![400, 413, 415].includes(error.status)

function forget({ key, picture, giveUp }: Upload): void {
  uploads.delete(key)
  giveUp.abort()
  if (picture) URL.revokeObjectURL(picture)
}
