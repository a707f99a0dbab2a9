import { z } from 'zod'

/**
 * Bytes of the user's messages, copied replies, documents with their versions, and attachments. Deleted ones count
 * until they are purged. A call that stores more fails with `STORAGE_FULL` when `used` would exceed `limit`.
 */
export const StorageUsage = z.object({
  used: z.int().min(0),
  /** Of the effective plan. */
  limit: z.int().min(0),
})
export type StorageUsage = z.infer<typeof StorageUsage>
