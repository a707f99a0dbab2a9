import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'

/** The ways in which one plan gives more than another, in order of weight. */
export const Coverage = z.enum(['agents', 'messages', 'day', 'storage', 'passages'])
export type Coverage = z.infer<typeof Coverage>

/** A subscription in force that does not count now, beside the one that does. */
export const IdleSubscription = z.object({
  id: Id,
  planId: Id,
  planName: z.string(),
  provider: z.enum(['hubla', 'stripe', 'manual', 'auto']),
  currentPeriodEnd: z.nullable(Timestamp),
  /** The weightiest point in which the counting plan gives more; `same` if it gives the same. */
  because: z.enum([...Coverage.options, 'same']),
  /** Points in which this plan would give more: for a paid one its owner is held back. */
  surplus: z.array(Coverage),
})
export type IdleSubscription = z.infer<typeof IdleSubscription>

/** A person who pays for something that another of their subscriptions hides. */
export const HeldBack = z.object({
  userId: Id,
  name: z.string(),
  paidPlan: z.string(),
  effectivePlan: z.string(),
})
export type HeldBack = z.infer<typeof HeldBack>
