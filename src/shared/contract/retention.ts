import { z } from 'zod'

const count = z.int().min(0)
const Day = z.iso.date()
const days = z.number().min(0).nullable()

export const Retention = z.object({
  /** The accounts of `conversions` and `firstMessage` were created on these days, both inclusive. */
  from: Day,
  to: Day,
  /** By week of sign-up, oldest first: at most 12 full weeks, each from Monday to Sunday in America/Sao_Paulo. */
  cohorts: z.array(
    z.object({
      week: Day,
      accounts: count,
      /** Accounts that wrote in that week, in the next one and so on, up to the last full week. */
      active: z.array(count),
    }),
  ),
  /** By month, oldest first: at most 12, the current one included. */
  churn: z.array(
    z.object({
      /** Its first day. */
      month: Day,
      /** People with a plan other than Gratuito at its start. */
      active: count,
      /** Those among them without one at its end, or now. */
      ended: count,
      isOpen: z.boolean(),
    }),
  ),
  /** Accounts created on these days, how many of them have written and bought since, and medians in days after sign-up. */
  conversions: z.object({ accounts: count, wrote: count, wroteDays: days, paid: count, paidDays: days }),
  /** Minutes from sign-up to the first message, of the accounts whose exact instant is known. */
  firstMessage: z.object({ people: count, p50: count.nullable(), p90: count.nullable() }),
})
export type Retention = z.infer<typeof Retention>
