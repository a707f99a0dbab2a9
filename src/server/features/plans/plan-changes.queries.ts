import { and, eq, ne, sql } from 'drizzle-orm'
import {
  type CreatePlan,
  externalKeyOf,
  type PlanExternal,
  type PlanOrder,
  type UpdatePlan,
} from '#shared/contract/plans-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { plans } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { replaceExternals } from './plan-externals.queries.ts'
import { IN_ORDER, isFloor, type PlanRow } from './plans.queries.ts'
import { getPlanRow } from './plans-admin.queries.ts'

type By = { origin: AuditOrigin }
type AuditedPlan = Omit<PlanRow, 'id' | 'order' | 'version' | 'createdAt' | 'updatedAt'> & {
  externals: readonly PlanExternal[]
}

/** A plan for the audit log. */
const toAuditView = (plan: AuditedPlan) => ({
  displayName: plan.displayName,
  name: plan.name,
  description: plan.description,
  monthlyMessageLimit: plan.monthlyMessageLimit,
  dailyMessageLimit: plan.dailyMessageLimit,
  storageMegabytes: plan.storageMegabytes,
  passageLimit: plan.passageLimit,
  allAgents: plan.allAgents,
  priceText: plan.priceText,
  checkoutUrl: plan.checkoutUrl,
  stripePriceId: plan.stripePriceId,
  trialDays: plan.trialDays,
  acceptsCoupons: plan.acceptsCoupons,
  isArchived: plan.isArchived,
  externals: plan.externals.map(externalKeyOf).toSorted(),
})

const entityOf = ({ id, displayName }: Pick<PlanRow, 'id' | 'displayName'>) =>
  ({ type: 'plan', id, name: displayName }) as const

const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

const nameTaken = () => refused('name', 'Já existe um plano com este nome interno')

/** Serialises changes to plans until the transaction ends: names, codes and order are unique across plans. */
export const lockPlans = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('plans'))`)

const priceOf = (id: string): PlanExternal => ({
  provider: 'stripe',
  kind: 'price',
  externalId: id,
  name: null,
})

/**
 * Adds the plan's Stripe price to its codes, so that it need not be entered twice.
 * @throws {AppError} VALIDATION_ERROR at the limit of codes.
 */
function withPrice(externals: readonly PlanExternal[], stripePriceId: string | null): PlanExternal[] {
  if (!stripePriceId) return [...externals]
  const price = priceOf(stripePriceId)
  if (externals.some((external) => externalKeyOf(external) === externalKeyOf(price))) return [...externals]
  // With one more code, the form would fail its own validation.
  if (externals.length >= LIMITS.planExternalsMax) {
    throw refused(
      'externals',
      `Um plano tem até ${LIMITS.planExternalsMax} códigos, contando o preço do Stripe`,
    )
  }
  return [...externals, price]
}

/** The form field that contains a code. */
const fieldFor = (stripePriceId: string | null) => (external: PlanExternal) =>
  stripePriceId && externalKeyOf(external) === externalKeyOf(priceOf(stripePriceId))
    ? 'stripePriceId'
    : 'externals'

/**
 * Creates a plan, last in order. Returns its id.
 * @throws {AppError} VALIDATION_ERROR if its name or one of its codes belongs to another plan; CONFLICT at
 * the limit of plans.
 */
export const createPlan = (
  db: Db,
  { externals, origin, ...fields }: CreatePlan & By,
): Promise<{ planId: string }> =>
  db.transaction(async (tx) => {
    await lockPlans(tx)
    if ((await tx.$count(plans)) >= LIMITS.plansMax) {
      throw new AppError('CONFLICT', `O Elenco tem no máximo ${LIMITS.plansMax} planos.`)
    }
    const [created] = await tx
      .insert(plans)
      .values({ ...fields, order: sql`(select coalesce(max("order") + 1, 0) from plans)` })
      .onConflictDoNothing({ target: plans.name })
      .returning({ planId: plans.id })
    if (!created) throw nameTaken()
    await replaceExternals(tx, {
      ...created,
      externals: withPrice(externals, fields.stripePriceId),
      field: fieldFor(fields.stripePriceId),
    })
    const plan = await getPlanRow(tx, created)
    await writeAudit(tx, { origin, action: 'plan.create', entity: entityOf(plan), after: toAuditView(plan) })
    return created
  })

const actionOf = (changed: Record<string, unknown>) => {
  if (Object.keys(changed).length > 1 || !Object.hasOwn(changed, 'isArchived')) return 'plan.update'
  return changed.isArchived ? 'plan.archive' : 'plan.restore'
}

/**
 * Changes a plan, also for its subscribers. A change to the stored values does nothing and ignores `version`,
 * so that a repeated call succeeds.
 * @throws {AppError} NOT_FOUND; CONFLICT when `version` is not the current one; VALIDATION_ERROR if its name
 * or one of its codes belongs to another plan, and for archiving the free plan.
 */
export const updatePlan = (
  db: Db,
  { planId, version, origin, ...given }: UpdatePlan & By & { planId: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPlans(tx)
    const before = await getPlanRow(tx, { planId })
    const entries = Object.entries(given).filter(([, value]) => value !== undefined)
    const wanted: typeof before = { ...before, ...Object.fromEntries(entries) }
    const next = { ...wanted, externals: withPrice(wanted.externals, wanted.stripePriceId) }
    const change = changedFields(toAuditView(before), toAuditView(next))
    if (Object.keys(change.after).length === 0) return
    if (before.version !== version) {
      const actorId = origin.actor.id
      throw await changedMeanwhile(tx, { type: 'plan', id: planId, version: before.version, actorId })
    }
    if (next.isArchived && isFloor(before)) {
      throw refused('isArchived', 'Toda conta começa por este plano: ele não sai de venda')
    }
    await requireUniqueName(tx, next)
    const { externals, ...row } = next
    await tx
      .update(plans)
      .set({ ...valuesOf(row), version: sql`${plans.version} + 1`, updatedAt: new Date() })
      .where(eq(plans.id, planId))
    await replaceExternals(tx, { planId, externals, field: fieldFor(next.stripePriceId) })
    await writeAudit(tx, { origin, action: actionOf(change.after), entity: entityOf(next), ...change })
  })

const valuesOf = (row: PlanRow) => ({
  displayName: row.displayName,
  name: row.name,
  description: row.description,
  monthlyMessageLimit: row.monthlyMessageLimit,
  dailyMessageLimit: row.dailyMessageLimit,
  storageMegabytes: row.storageMegabytes,
  passageLimit: row.passageLimit,
  allAgents: row.allAgents,
  priceText: row.priceText,
  checkoutUrl: row.checkoutUrl,
  stripePriceId: row.stripePriceId,
  trialDays: row.trialDays,
  acceptsCoupons: row.acceptsCoupons,
  isArchived: row.isArchived,
})

async function requireUniqueName(tx: Db, { id, name }: Pick<PlanRow, 'id' | 'name'>): Promise<void> {
  if ((await tx.$count(plans, and(eq(plans.name, name), ne(plans.id, id)))) > 0) throw nameTaken()
}

const CHANGED = 'Os planos mudaram enquanto você os ordenava. Confira a lista e tente de novo.'

/**
 * Sets the order of all plans.
 * @throws {AppError} CONFLICT unless `ids` are all plans, including archived ones.
 */
export const orderPlans = (db: Db, { ids, origin }: PlanOrder & By): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPlans(tx)
    const shown = await tx
      .select({ id: plans.id, displayName: plans.displayName })
      .from(plans)
      .orderBy(...IN_ORDER)
    const byId = new Map(shown.map((plan) => [plan.id, plan]))
    const wanted = ids.flatMap((id) => byId.get(id) ?? [])
    if (wanted.length !== shown.length || ids.length !== shown.length) throw new AppError('CONFLICT', CHANGED)
    const namesOf = (all: typeof shown) => all.map(({ displayName }) => displayName)
    const change = changedFields({ plans: namesOf(shown) }, { plans: namesOf(wanted) })
    await tx.execute(sql`update plans set "order" = place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
      where plans.id = wanted.id and "order" <> place - 1`)
    if (Object.keys(change.after).length === 0) return
    await writeAudit(tx, { origin, action: 'plan.reorder', entity: { type: 'plan' }, ...change })
  })
