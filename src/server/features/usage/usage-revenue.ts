import type { Revenue, Usage } from '#shared/contract/usage.ts'
import type { RevenueRow } from '../subscriptions/revenue.queries.ts'

const REAIS = 'BRL'

const NOTHING: Revenue = { payments: 0, grossCents: 0, refunds: 0, refundedCents: 0, netCents: 0 }

function sumOf(rows: RevenueRow[]): Revenue {
  const sum = { ...NOTHING }
  for (const row of rows) {
    for (const name of ['payments', 'grossCents', 'refunds', 'refundedCents'] as const) sum[name] += row[name]
  }
  return { ...sum, netCents: sum.grossCents - sum.refundedCents }
}

/** The revenue of a period in reais by plan, in total and without a plan, and other currencies apart. */
export function revenueOf(rows: RevenueRow[]): Usage['revenue'] & { ofPlan: (planId: string) => Revenue } {
  const reais = rows.filter(({ currency }) => currency === REAIS)
  const ofPlan = (planId: string | null) => sumOf(reais.filter((row) => row.planId === planId))
  return {
    ofPlan,
    total: sumOf(reais),
    outsidePlans: ofPlan(null),
    others: rows
      .filter(({ currency }) => currency !== REAIS)
      .map((row) => ({ currency: row.currency, planId: row.planId, ...sumOf([row]) })),
  }
}
