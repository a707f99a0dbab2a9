import type { Usage, UsageFigures, UsageQuery } from '#shared/contract/usage.ts'
import { daysBetween } from '#shared/usage-period.ts'
import type { Db } from '../../db/connect.ts'
import { withTimeLimit } from '../../db/time-limit.ts'
import { listRevenue } from '../subscriptions/revenue.queries.ts'
import { readExchangeRate } from './exchange-rate.queries.ts'
import { listPlanSums } from './plan-days.queries.ts'
import { readPriceOf } from './prices.queries.ts'
import type { Days } from './usage-days.queries.ts'
import {
  type ActivityRow,
  countActivePeople,
  countPeople,
  findToday,
  listActivity,
  listAgentNames,
  listAgentSums,
  listDaySums,
  listFirstTokens,
} from './usage-figures.queries.ts'
import { readForecast } from './usage-forecast.ts'
import { daysOf, periodsOf } from './usage-period.ts'
import { UsageReport } from './usage-report.ts'
import { revenueOf } from './usage-revenue.ts'
import { UsageSum } from './usage-sums.ts'

/** The last day of a period of one of these lengths has its active users. */
const ACTIVE_OF = new Map([1, 7, 30, 90].map((length) => [length, `active${length}` as 'active1']))

/** Milliseconds of one statement of the dashboard. */
const TIMEOUT_MS = 5_000

const PEOPLE_FRESH_MS = 60_000

export type People = Awaited<ReturnType<typeof countPeople>>

/** Counts users by plan, cached for a minute because the query reads every account. */
export function createPeopleCount(db: Db): () => Promise<People> {
  let counted: { at: number; people: Promise<People> } | undefined
  return () => {
    const now = performance.now()
    if (!counted || now - counted.at > PEOPLE_FRESH_MS) {
      const people = countPeople(db)
      counted = { at: now, people }
      people.catch(() => {
        counted = undefined
      })
    }
    return counted.people
  }
}

type Reading = { query: UsageQuery; countPeople: () => Promise<People> }

/** The figures of a period and of the one before. Reads the counted figures and accounts only, no messages. */
export async function readUsage(db: Db, { query, countPeople }: Reading): Promise<Usage> {
  const counted = await countPeople()
  return withTimeLimit(db, TIMEOUT_MS, (tx) => readPeriod(tx, query, counted))
}

async function readPeriod(db: Db, query: UsageQuery, { people, plans }: People): Promise<Usage> {
  const today = await findToday(db)
  const { from, to, before } = periodsOf(query, today)
  const priceOf = await readPriceOf(db)
  const counted = await listActivity(db, { from: before.from, to })
  const activity = new Map(counted.map((row) => [row.day, row]))
  const report = new UsageReport(priceOf)
  const previous = new UsageSum(priceOf)
  for (const row of await listDaySums(db, { from, to })) report.addDay(row)
  for (const row of await listAgentSums(db, { from, to })) report.addAgent(row)
  for (const row of await listFirstTokens(db, { from, to })) report.addFirstTokens(row)
  for (const row of await listDaySums(db, before)) previous.add(row)
  for (const { day, bucket, count } of await listFirstTokens(db, before)) {
    if (day !== null) previous.addFirstTokens(bucket, count)
  }
  const period = async (days: Days, sum: UsageSum): Promise<UsageFigures> => ({
    ...sum.figures,
    activePeople: await activeIn(db, activity, days),
    newAccounts: newUsers(activity, days),
  })
  for (const row of await listPlanSums(db, { from, to })) report.addPlan(row)
  const { ofPlan, ...revenue } = revenueOf(await listRevenue(db, { from, to }))
  const { brlPerUsd, setOn } = await readExchangeRate(db)
  return {
    range: query.from ? null : query.range,
    from,
    to,
    updatedAt: counted.at(-1)?.updatedAt.toISOString() ?? null,
    totals: await period({ from, to }, report.total),
    previous: activity.has(before.to) ? await period(before, previous) : null,
    days: daysOf({ from, to }).map((day) => ({
      day,
      ...report.ofDay(day).figures,
      activePeople: activity.get(day)?.active1 ?? 0,
      newAccounts: activity.get(day)?.newUsers ?? 0,
    })),
    agents: report.agents(await listAgentNames(db)),
    ...report.models(),
    purposes: report.purposes(),
    ...report.plans(plans, ofPlan),
    revenue,
    people,
    forecast: await readForecast(db, { today, priceOf }),
    exchangeRate: brlPerUsd && setOn ? { brlPerUsd, setOn } : null,
  }
}

type Activity = Map<string, ActivityRow>

async function activeIn(db: Db, activity: Activity, days: Days): Promise<number> {
  const column = ACTIVE_OF.get(daysBetween(days.from, days.to))
  return column ? (activity.get(days.to)?.[column] ?? 0) : await countActivePeople(db, days)
}

function newUsers(activity: Activity, days: Days): number {
  let count = 0
  for (const day of daysOf(days)) count += activity.get(day)?.newUsers ?? 0
  return count
}
