import Big from 'big.js'
import type { Usage } from '#shared/contract/usage.ts'
import { daysBetween } from '#shared/usage-period.ts'
import type { Db } from '../../db/connect.ts'
import { readSpendLimits } from '../spend-limits/spend-limits.queries.ts'
import { findFirstDay, listDaySums } from './usage-figures.queries.ts'
import { addDays } from './usage-period.ts'
import { type PriceOf, UsageSum } from './usage-sums.ts'

const AVERAGE_DAYS = 14

const lastDayOf = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The cost that the month will have if its remaining days are like the average of the last full ones. */
export async function readForecast(
  db: Db,
  { today, priceOf }: { today: string; priceOf: PriceOf },
): Promise<Usage['forecast']> {
  const first = await findFirstDay(db)
  const days = first ? Math.min(AVERAGE_DAYS, daysBetween(first, today) - 1) : 0
  if (days <= 0) return null
  const averageFrom = addDays(today, -days)
  const monthFrom = `${today.slice(0, 8)}01`
  const [recent, month] = [new UsageSum(priceOf), new UsageSum(priceOf)]
  const from = averageFrom.localeCompare(monthFrom) < 0 ? averageFrom : monthFrom
  for (const { key: day, ...row } of await listDaySums(db, { from, to: today })) {
    if (day >= averageFrom && day < today) recent.add(row)
    if (day >= monthFrom) month.add(row)
  }
  const [recentCost, monthCost] = [recent.figures.cost, month.figures.cost]
  const average = new Big(recentCost.usd ?? 0).div(days)
  const spent = new Big(monthCost.usd ?? 0)
  // Today counts as it is, so that the forecast of the last day is the month itself.
  const remaining = daysBetween(today, lastDayOf(today)) - 1
  return {
    days,
    averageUsd: average.toFixed(6),
    monthUsd: spent.toFixed(6),
    expectedUsd: spent.plus(average.times(remaining)).toFixed(6),
    unpricedTokens: Math.max(recentCost.unpricedTokens, monthCost.unpricedTokens),
    limitUsd: (await readSpendLimits(db)).dailyUsd,
  }
}
