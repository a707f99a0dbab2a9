import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'

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
  /** Extra messages with some left, in the order in which they are spent once the month is used up; at most 50. */
  extra: z.array(
    z.object({
      id: Id,
      given: z.int().min(1),
      used: z.int().min(0),
      /** Null for no end. */
      endsAt: z.nullable(Timestamp),
    }),
  ),
})
export type MonthlyUsage = z.infer<typeof MonthlyUsage>
