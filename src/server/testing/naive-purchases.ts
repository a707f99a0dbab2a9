import type { hublaPurchase } from './doubles/hubla-sender.ts'

/** A purchase in plain words; instants in milliseconds. */
export type Bought = {
  purchase: ReturnType<typeof hublaPurchase>
  version: number
  invoices: string[]
  hasAccess: boolean
  grantedAt: number
  /** As the events say, and as the clock left it: the test moves the stored end instead of time. */
  paidUntil: number
  end: number
  isOff: boolean
  failures: number[]
}
export const DAY = 86_400_000
export const NOW = Date.now()

/** Whether a purchase counts: three days more for a late renewal, or from the first failed payment. */
export function counts({ hasAccess, grantedAt, end, isOff, failures }: Bought): boolean {
  if (!hasAccess) return false
  if (end > NOW) return true
  const failed = failures.filter((at) => at > grantedAt)
  if (failed.length > 0) return Math.min(...failed) + 3 * DAY > NOW
  return !isOff && end + 3 * DAY > NOW
}

export const addYears = (at: number, years: number) =>
  new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() + years)
