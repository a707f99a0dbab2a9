import { z } from 'zod'
import * as mini from 'zod/mini'
import { Id, Timestamp } from './scalars.ts'

export const AttachmentKind = mini.enum(['image', 'pdf', 'docx', 'text'])
export type AttachmentKind = mini.infer<typeof AttachmentKind>

/** A file of a message, sent or not. `GET /attachments/{id}/file` answers its bytes to the owner only. */
export const Attachment = z.object({
  id: Id,
  name: z.string(),
  kind: AttachmentKind,
  mediaType: z.string(),
  bytes: z.int().min(0),
  /** Only the beginning of the text reaches the model. */
  isTruncated: z.boolean(),
  createdAt: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>

export const AttachmentParams = z.object({ attachmentId: Id })
