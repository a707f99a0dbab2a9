import { z } from 'zod'
import { Timestamp } from './scalars.ts'

/**
 * What the signed-in person used of this month's messages. Months are those of America/Sao_Paulo. A send that finds none
 * left is refused with `QUOTA_EXCEEDED`, whose details are `limit`, `used` and `renewsAt`, as texts.
 */
export const MonthlyUsage = z.object({
  /** `2026-11`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Replies under way are among them. More than `limit` after a change to a smaller plan. */
  used: z.int().min(0),
  /** Of the plan that counts. */
  limit: z.int().min(0),
  /** When the next month begins, with none used of it. */
  renewsAt: Timestamp,
  /** As people read it. */
  planName: z.string(),
})
export type MonthlyUsage = z.infer<typeof MonthlyUsage>
