import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { externalKeyOf, type PlanExternal } from '#shared/contract/plans-admin.ts'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans, saleDecisions } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'

type OfPlan = { planId: string; externals: readonly PlanExternal[] }
/** The form's field of a code. */
type Fields = { field(external: PlanExternal): string }

/**
 * Replaces the provider codes of a plan; a code sent without its name keeps the stored name.
 * @throws {AppError} VALIDATION_ERROR at `field` if another plan has one of them, or if one is marked as none of
 * this house's plans.
 */
export async function replaceExternals(tx: Db, { planId, externals, field }: OfPlan & Fields): Promise<void> {
  const wanted = new Set(externals.map(externalKeyOf))
  const kept = await tx.select().from(planExternals).where(eq(planExternals.planId, planId))
  const gone = kept.filter((row) => !wanted.has(externalKeyOf(row))).map(({ id }) => id)
  if (gone.length > 0) await tx.delete(planExternals).where(inArray(planExternals.id, gone))
  if (externals.length === 0) return
  await refuseMarked(tx, { externals, field })
  const stored = await tx
    .insert(planExternals)
    .values(externals.map((external) => ({ ...external, planId })))
    .onConflictDoUpdate({
      target: [planExternals.provider, planExternals.kind, planExternals.externalId],
      set: { name: sql`coalesce(excluded.name, ${planExternals.name})` },
      // A code of another plan is not updated, and so not returned.
      setWhere: eq(planExternals.planId, planId),
    })
    .returning({ id: planExternals.id })
  if (stored.length < externals.length) throw await codeTakenError(tx, { planId, externals, field })
}

async function refuseMarked(tx: Db, { externals, field }: Omit<OfPlan, 'planId'> & Fields): Promise<void> {
  const isOne = externals.map(({ provider, kind, externalId }) =>
    and(
      eq(saleDecisions.provider, provider),
      eq(saleDecisions.kind, kind),
      eq(saleDecisions.externalId, externalId),
    ),
  )
  const [marked] = await tx
    .select()
    .from(saleDecisions)
    .where(and(isNull(saleDecisions.planId), isNull(saleDecisions.undoneAt), or(...isOne)))
    .limit(1)
  if (!marked) return
  const text = `O código ${marked.externalId} está marcado como “não é plano desta casa”; desfaça a marca em Webhooks`
  throw new AppError('VALIDATION_ERROR', text, { details: { [field(marked)]: text } })
}

/** Which plan has each of these codes. */
async function codeTakenError(tx: Db, { planId, externals, field }: OfPlan & Fields): Promise<AppError> {
  const isOne = externals.map(({ provider, kind, externalId }) =>
    and(
      eq(planExternals.provider, provider),
      eq(planExternals.kind, kind),
      eq(planExternals.externalId, externalId),
    ),
  )
  const [taken] = await tx
    .select({ external: planExternals, plan: plans.displayName })
    .from(planExternals)
    .innerJoin(plans, eq(plans.id, planExternals.planId))
    .where(and(ne(planExternals.planId, planId), or(...isOne)))
    .limit(1)
  if (!taken) throw new Error('an external was not stored, and is nobody else’s')
  const text = `O código ${taken.external.externalId} já é do plano ${taken.plan}`
  return new AppError('VALIDATION_ERROR', text, { details: { [field(taken.external)]: text } })
}
