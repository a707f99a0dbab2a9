import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans, saleDecisions, saleGrants } from '../../db/schema/index.ts'
import type { Sold } from './purchase-facts.ts'

type Provider = 'hubla' | 'stripe'

/** The plan of sold items, with the open decision that mapped its code, or `other`: none of this house's plans. */
export type Verdict = { planId: string; decisionId: string | null } | 'other'

const keyOf = ({ kind, externalId }: Pick<Sold, 'kind' | 'externalId'>) => `${kind} ${externalId}`

/**
 * The verdict on sold items; undefined while nobody gave one. Offers and prices decide before their products;
 * of several plans the highest counts. Items are `other` when all of their rank are marked so.
 */
export async function findVerdict(tx: Db, provider: Provider, sold: Sold[]): Promise<Verdict | undefined> {
  for (const rank of [
    sold.filter(({ kind }) => kind !== 'product'),
    sold.filter((it) => it.kind === 'product'),
  ]) {
    if (rank.length === 0) continue
    const verdict = (await findPlan(tx, provider, rank)) ?? (await findOther(tx, provider, rank))
    if (verdict) return verdict
  }
  return undefined
}

async function findPlan(tx: Db, provider: Provider, sold: Sold[]): Promise<Verdict | undefined> {
  const [found] = await tx
    .select({ planId: plans.id, decisionId: saleDecisions.id })
    .from(planExternals)
    .innerJoin(plans, eq(plans.id, planExternals.planId))
    .leftJoin(
      saleDecisions,
      and(
        eq(saleDecisions.provider, planExternals.provider),
        eq(saleDecisions.kind, planExternals.kind),
        eq(saleDecisions.externalId, planExternals.externalId),
        eq(saleDecisions.planId, planExternals.planId),
        isNull(saleDecisions.undoneAt),
      ),
    )
    .where(and(eq(planExternals.provider, provider), isAnyOf(planExternals, sold)))
    .orderBy(desc(plans.allAgents), desc(plans.monthlyMessageLimit), desc(plans.order), asc(plans.id))
    .limit(1)
  return found
}

async function findOther(tx: Db, provider: Provider, sold: Sold[]): Promise<Verdict | undefined> {
  const { kind, externalId, planId, undoneAt } = saleDecisions
  const rows = await tx
    .select({ kind, externalId })
    .from(saleDecisions)
    .where(
      and(
        eq(saleDecisions.provider, provider),
        isNull(planId),
        isNull(undoneAt),
        isAnyOf(saleDecisions, sold),
      ),
    )
  const marked = new Set(rows.map(keyOf))
  return sold.every((item) => marked.has(keyOf(item))) ? 'other' : undefined
}

function isAnyOf(table: typeof planExternals | typeof saleDecisions, sold: Sold[]): SQL | undefined {
  const kinds = [...new Set(sold.map(({ kind }) => kind))]
  return or(
    ...kinds.map((kind) => {
      const ids = sold.filter((it) => it.kind === kind).map(({ externalId }) => externalId)
      return and(eq(table.kind, kind), inArray(table.externalId, ids))
    }),
  )
}

/** The latest earlier plan of a purchase. */
export async function findFormerPlan(
  tx: Db,
  provider: Provider,
  formerKeys: Sold[][],
): Promise<string | undefined> {
  for (const sold of formerKeys) {
    const verdict = await findVerdict(tx, provider, sold)
    if (verdict && verdict !== 'other') return verdict.planId
  }
  return undefined
}

/** Whether the decision that gave a purchase its plan was undone: the plan must not come back by itself. */
export async function isWithdrawn(tx: Db, { subscriptionId }: { subscriptionId: string }): Promise<boolean> {
  const [row] = await tx
    .select({ undoneAt: saleDecisions.undoneAt })
    .from(saleGrants)
    .innerJoin(saleDecisions, eq(saleDecisions.id, saleGrants.decisionId))
    .where(and(eq(saleGrants.subscriptionId, subscriptionId), isNotNull(saleDecisions.undoneAt)))
  return row !== undefined
}

/** Records by which decision a purchase has its plan; null for a code of the plan's own form. */
export async function noteGrant(
  tx: Db,
  { subscriptionId, decisionId }: { subscriptionId: string; decisionId: string | null },
): Promise<void> {
  if (decisionId === null) {
    await tx.delete(saleGrants).where(eq(saleGrants.subscriptionId, subscriptionId))
    return
  }
  await tx
    .insert(saleGrants)
    .values({ subscriptionId, decisionId })
    .onConflictDoUpdate({ target: saleGrants.subscriptionId, set: { decisionId, endedAt: sql`null` } })
}
