import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { MapOffer, UnmappedOffer } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { lockPlans } from '../plans/plan-changes.queries.ts'

/** More than an administrator maps at once. */
const SHOWN = 100

const instant = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A provider's name, normalised for the plan form. */
const nameOf = (name: string | null) =>
  name
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, LIMITS.externalNameLength)
    .toWellFormed()
    .trim() || null

/** Sold items without a plan that parked events wait for, last sold first. */
export async function listUnmapped(db: Db): Promise<UnmappedOffer[]> {
  const { rows } = await db.execute<UnmappedOffer>(sql`
    select event.provider, sold.kind, sold."externalId", max(sold.name) as name,
      count(distinct event.id)::int as events, count(distinct event.email)::int as people,
      ${instant(sql`min(event.created_at)`)} as "firstAt", ${instant(sql`max(event.created_at)`)} as "lastAt"
    from webhook_events event
      cross join jsonb_to_recordset(coalesce(event.sold, '[]')) as sold (kind text, "externalId" text, name text)
    where event.state = 'parked' and event.raw_body is not null and not exists (
      select from plan_externals known
      where known.provider = event.provider and known.kind = sold.kind and known.external_id = sold."externalId"
    ) and not exists (
      select from sale_decisions other
      where other.provider = event.provider and other.kind = sold.kind and other.external_id = sold."externalId"
        and other.plan_id is null and other.undone_at is null
    )
    group by 1, 2, 3
    order by max(event.created_at) desc, 1, 2, 3
    limit ${SHOWN}`)
  return rows.map((row) => ({ ...row, name: nameOf(row.name) }))
}

const unknownPlan = () =>
  new AppError('VALIDATION_ERROR', 'Plano não encontrado', { details: { planId: 'Plano não encontrado' } })

/**
 * Adds a provider id to a plan; false if it has it already. Increments the plan's version, so that an open
 * form can't remove the id. Needs a transaction, which serialises changes to plans.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan; CONFLICT if another plan has the id, or at the
 * limit of ids.
 */
export async function addPlanExternal(
  tx: Db,
  { planId, provider, kind, externalId, name }: MapOffer,
): Promise<{ plan: string; isNew: boolean }> {
  await lockPlans(tx)
  const [plan] = await tx.select({ name: plans.displayName }).from(plans).where(eq(plans.id, planId))
  if (!plan) throw unknownPlan()
  const isSame = and(
    eq(planExternals.provider, provider),
    eq(planExternals.kind, kind),
    eq(planExternals.externalId, externalId),
  )
  const [known] = await tx
    .select({ planId: planExternals.planId, plan: plans.displayName })
    .from(planExternals)
    .innerJoin(plans, eq(plans.id, planExternals.planId))
    .where(isSame)
  if (known?.planId === planId) return { plan: plan.name, isNew: false }
  if (known)
    throw new AppError('CONFLICT', `Este código já é do plano ${known.plan}. Mude-o na tela do plano.`)
  if ((await tx.$count(planExternals, eq(planExternals.planId, planId))) >= LIMITS.planExternalsMax) {
    throw new AppError('CONFLICT', `Um plano tem até ${LIMITS.planExternalsMax} códigos.`)
  }
  await tx.insert(planExternals).values({ planId, provider, kind, externalId, name: name ?? null })
  await tx
    .update(plans)
    .set({ version: sql`${plans.version} + 1` })
    .where(eq(plans.id, planId))
  return { plan: plan.name, isNew: true }
}
