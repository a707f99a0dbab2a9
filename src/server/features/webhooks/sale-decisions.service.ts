import type { OtherSale, SaleBatch, SaleDecisionDetail } from '#shared/contract/sales.ts'
import type { MapOffer, MappedOffer } from '#shared/contract/webhooks.ts'
import { writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { readGrants } from '../subscriptions/sale-buyers.queries.ts'
import { withdrawPlan } from '../subscriptions/withdrawn-plans.queries.ts'
import {
  type Code,
  closeDecision,
  countGrants,
  type DecisionRow,
  decideOther,
  decidePlan,
  findDecision,
  getDecision,
  listEndingGrants,
  listWaiting,
  parkAgain,
  requireUnmarked,
} from './sale-decisions.queries.ts'
import { addPlanExternal } from './unmapped-offers.queries.ts'
import { processWebhookEvent } from './webhook-process.service.ts'

type Context = { deps: Deps; origin: AuditOrigin }

const PROVIDERS = { hubla: 'Hubla', stripe: 'Stripe' } as const

/** Purchases per call, so that no call lasts longer than a proxy waits; the next call goes on. */
const BATCH = 100

const entityOf = ({ name, externalId }: { name?: string | null | undefined; externalId: string }) =>
  ({ type: 'webhook', name: name ?? externalId }) as const

const factsOf = ({ provider, kind, externalId }: Code) => ({
  provider: PROVIDERS[provider],
  externals: `${kind}:${externalId}`,
})

/**
 * Maps a sold item to a plan, and processes a batch of the events parked for it, each in its own transaction;
 * repeated calls process the others. An existing mapping is only processed.
 * @throws {AppError} VALIDATION_ERROR, CONFLICT as {@link addPlanExternal}; CONFLICT if the code is marked.
 */
export async function mapOffer({ deps, origin }: Context, offer: MapOffer): Promise<MappedOffer> {
  const { provider, kind, externalId, planId } = offer
  await deps.db.transaction(async (tx) => {
    await requireUnmarked(tx, offer)
    const { plan, isNew } = await addPlanExternal(tx, offer)
    if (!isNew) return
    await decidePlan(tx, { provider, kind, externalId, planId, name: offer.name })
    const after = { plan, ...factsOf(offer) }
    await writeAudit(tx, { origin, action: 'webhook.map', entity: entityOf(offer), after })
  })
  const decision = await findDecision(deps.db, offer)
  const { tried, settled, left } = await processWaiting(deps, offer, decision)
  return { provider, kind, externalId, planId, processed: settled, remaining: tried - settled, left }
}

/** Processes a batch of deliveries that wait for a decided code. */
async function processWaiting(deps: Deps, code: Code, decision: DecisionRow | undefined) {
  const { provider, kind, externalId } = code
  const where = { provider, kind, externalId, decision, limit: BATCH }
  const { eventIds } = await listWaiting(deps.db, where)
  let settled = 0
  for (const eventId of eventIds) {
    const state = await processWebhookEvent(deps, { eventId })
    if (state === 'processed' || state === 'ignored') settled += 1
  }
  const left = decision ? (await listWaiting(deps.db, where)).count : 0
  return { tried: eventIds.length, settled, left }
}

/**
 * Marks a code as none of this house's plans, and gives a batch of its waiting deliveries their rest; repeated
 * calls go on. Later deliveries have no effect for that reason.
 * @throws {AppError} CONFLICT while a plan has the code.
 */
export async function markOther({ deps, origin }: Context, sale: OtherSale): Promise<SaleBatch> {
  await deps.db.transaction(async (tx) => {
    if (!(await decideOther(tx, sale))) return
    await writeAudit(tx, { origin, action: 'webhook.other', entity: entityOf(sale), after: factsOf(sale) })
  })
  const decision = await findDecision(deps.db, sale)
  const { tried, left } = await processWaiting(deps, sale, decision)
  return { decisionId: decision?.id ?? '', done: tried, left: decision ? left : 0 }
}

/** A decision, and the buyers whose access its undo ends. @throws {AppError} NOT_FOUND */
export async function readDecision(
  db: Db,
  { decisionId }: { decisionId: string },
): Promise<SaleDecisionDetail> {
  return { ...(await getDecision(db, { decisionId })), ...(await readGrants(db, { decisionId })) }
}

/**
 * Undoes a decision with its effects: the grants that it made end, or its deliveries wait for a plan again. One
 * batch a call; repeated calls go on, and the hourly job finishes. Repeating a finished undo changes nothing.
 * @throws {AppError} as {@link closeDecision}
 */
export async function undoDecision(
  { deps, origin }: Context,
  { decisionId }: { decisionId: string },
): Promise<SaleBatch> {
  await deps.db.transaction(async (tx) => {
    const closed = await closeDecision(tx, { decisionId })
    if (!closed) return
    const { decision, plan } = closed
    const before = { ...(plan && { plan }), ...factsOf(decision) }
    const action = plan ? 'webhook.unmap' : 'webhook.not-other'
    await writeAudit(tx, { origin, action, entity: entityOf(decision), before })
  })
  const decision = await getDecision(deps.db, { decisionId })
  if (!decision.plan) {
    const { provider, kind, externalId } = decision
    // The code may be marked anew since: then its deliveries stay as they are.
    const isMarked = (await findDecision(deps.db, decision))?.planId === null
    const parked = isMarked
      ? { done: 0, left: 0 }
      : parkAgain(deps.db, { provider, kind, externalId, limit: BATCH })
    return { decisionId, ...(await parked) }
  }
  const done = await endGrants(deps.db, { decisionId, actorId: origin.actor.id })
  return { decisionId, done, left: await countGrants(deps.db, { decisionId }) }
}

/** Ends a batch of grants of undone decisions, each in its own transaction; returns their number. */
export async function endGrants(
  db: Db,
  { decisionId, actorId = null }: { decisionId?: string; actorId?: string | null },
): Promise<number> {
  const ids = await listEndingGrants(db, { limit: BATCH, ...(decisionId && { decisionId }) })
  for (const subscriptionId of ids) {
    await db.transaction((tx) => withdrawPlan(tx, { subscriptionId, actorId }))
  }
  return ids.length
}
