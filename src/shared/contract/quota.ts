import { z } from 'zod'
import { Timestamp } from './scalars.ts'

/**
 * The user's messages of the current month, in America/Sao_Paulo. A send beyond the limit fails with
 * `QUOTA_EXCEEDED`, whose details are `limit`, `used` and `renewsAt` as texts.
 */
export const MonthlyUsage = z.object({
  /** Such as `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Includes running replies. May exceed `limit` after a change to a smaller plan. */
  used: z.int().min(0),
  /** Of the effective plan. */
  limit: z.int().min(0),
  /** Start of the next month. */
  renewsAt: Timestamp,
  /** Display name. */
  planName: z.string(),
})
export type MonthlyUsage = z.infer<typeof MonthlyUsage>
