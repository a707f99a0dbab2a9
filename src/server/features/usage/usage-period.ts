import type { UsageQuery } from '#shared/contract/usage.ts'
import { daysBetween } from '#shared/usage-period.ts'
import type { Days } from './usage-days.queries.ts'

const DAY_MS = 86_400_000

/** The day this many days later; negative for earlier. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

export const daysOf = ({ from, to }: Days): string[] =>
  Array.from({ length: daysBetween(from, to) }, (_, place) => addDays(from, place))

const earlier = (one: string, other: string) => (one.localeCompare(other) < 0 ? one : other)

/** The days of a query, none later than today, and as many days before them. */
export function periodsOf({ range, from, to }: UsageQuery, today: string): Days & { before: Days } {
  const length = range === 'today' ? 1 : Number(range)
  const last = earlier(to ?? today, today)
  const first = earlier(from ?? addDays(today, 1 - length), last)
  const before = { from: addDays(first, -daysBetween(first, last)), to: addDays(first, -1) }
  return { from: first, to: last, before }
}
