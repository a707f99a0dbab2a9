import { z } from 'zod'
import * as mini from 'zod/mini'
import { Id, Timestamp } from './scalars.ts'

export const AttachmentKind = mini.enum(['image', 'pdf', 'docx', 'text'])
export type AttachmentKind = mini.infer<typeof AttachmentKind>

/** A file in a message, or on its way into one. Its bytes are at `GET /attachments/{id}/file`, for its owner alone. */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  kind: AttachmentKind,
  mediaType: z.string(),
  bytes: z.int().min(0),
  /** Only the beginning of its text reaches the model. */
  isTruncated: z.boolean(),
  createdAt: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>

export const AttachmentParams = z.object({ attachmentId: Id })
