import type { Usage, UsageFigures, UsageRange } from '#shared/contract/usage.ts'
import type { Db } from '../../db/connect.ts'
import { type ModelPriceRow, readPrices } from './prices.queries.ts'
import type { Days } from './usage-days.queries.ts'
import {
  type ActivityRow,
  countPeople,
  findPeriods,
  listActivity,
  listAgentNames,
  listAgentSums,
  listDaySums,
  listFirstTokens,
} from './usage-figures.queries.ts'
import { UsageReport } from './usage-report.ts'
import { type PriceOf, UsageSum } from './usage-sums.ts'

const LENGTHS: Record<UsageRange, number> = { today: 1, '7': 7, '30': 30, '90': 90 }

/** The last day of a period has its active users. */
const ACTIVE_OF = { today: 'active1', '7': 'active7', '30': 'active30', '90': 'active90' } as const

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

/** The figures of a period and of the one before. Reads the counted figures only, no messages. */
export async function readUsage(
  db: Db,
  { range, countPeople }: { range: UsageRange; countPeople: () => Promise<People> },
): Promise<Usage> {
  const { from, to, before } = await findPeriods(db, { length: LENGTHS[range] })
  const priceOf = priceFinder((await readPrices(db)).prices)
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
  const period = (days: Days, sum: UsageSum): UsageFigures => ({
    ...sum.figures,
    activePeople: activity.get(days.to)?.[ACTIVE_OF[range]] ?? 0,
    newAccounts: newUsers(activity, days),
  })
  const { people, plans } = await countPeople()
  return {
    range,
    from,
    to,
    updatedAt: counted.at(-1)?.updatedAt.toISOString() ?? null,
    totals: period({ from, to }, report.total),
    previous: activity.has(before.to) ? period(before, previous) : null,
    days: daysOf({ from, to }).map((day) => ({
      day,
      ...report.ofDay(day).figures,
      activePeople: activity.get(day)?.active1 ?? 0,
      newAccounts: activity.get(day)?.newUsers ?? 0,
    })),
    agents: report.agents(await listAgentNames(db)),
    ...report.models(),
    purposes: report.purposes(),
    plans,
    people,
  }
}

function newUsers(activity: Map<string, ActivityRow>, days: Days): number {
  let count = 0
  for (const day of daysOf(days)) count += activity.get(day)?.newUsers ?? 0
  return count
}

const DAY_MS = 86_400_000

function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

function priceFinder(prices: ModelPriceRow[]): PriceOf {
  const found = new Map(prices.map((price) => [`${price.provider} ${price.model}`, price]))
  return (provider, model) => found.get(`${provider} ${model}`)
}
