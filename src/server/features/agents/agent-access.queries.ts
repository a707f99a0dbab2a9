import { inArray, type SQL, sql } from 'drizzle-orm'
import { PLAN_REFUSED } from '#shared/contract/agent-fields.ts'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { PlanAgents, PlanName } from '#shared/contract/plans.ts'
import { doorText, plansPhrase } from '#shared/plans-phrase.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { AppError } from '../../http/errors.ts'
import { isLive } from '../subscriptions/effective-plan.queries.ts'

/*
 * The one place that decides who may write to an agent (decision 56): everybody with `enableFreePlan`, else users
 * with a subscription in force to a plan that opens it. Names are written out, because a select without joins
 * would leave the tables out.
 */

/** SQL: whether the plan of the surrounding query opens the agent of the surrounding query. */
const PLAN_OPENS = sql<boolean>`case when agents.plan_ids is null then plans.all_agents
  else plans.id = any(agents.plan_ids) end`

/**
 * SQL: whether the agent of the surrounding query is open to a user. The same rule as {@link PLAN_OPENS}; the
 * user's plans are read once for all agents.
 */
export function isOpenTo(userId: SQL | string): SQL<boolean> {
  const ofPlans = (what: SQL) => sql`(select ${what} from ${subscriptions} inner join ${plans}
    on ${plans.id} = ${subscriptions.planId} where ${subscriptions.userId} = ${userId} and ${isLive})`
  return sql<boolean>`(agents.enable_free_plan or coalesce(case when agents.plan_ids is null
    then ${ofPlans(sql`bool_or(${plans.allAgents})`)}
    else agents.plan_ids && ${ofPlans(sql`array_agg(${plans.id})`)} end, false))`
}

/** SQL: plans on sale that open the agent of the surrounding query, in display order; none if `isOpen`. */
export const plansUnless = (isOpen: SQL<boolean>): SQL<PlanName[]> =>
  sql<PlanName[]>`case when ${isOpen} then '[]'::json else (
    select coalesce(json_agg(json_build_object('id', plans.id, 'displayName', plans.display_name)
      order by plans."order", plans.monthly_message_limit, plans.id), '[]')
    from plans where not plans.is_archived and ${PLAN_OPENS}) end`

/** SQL: whether the agent of the surrounding query is in the gallery. */
export const IS_PUBLISHED = sql`(agents.deleted_at is null and not agents.is_draft)`

/** SQL: how many agents of the gallery the plan of the surrounding query opens. */
export const PLAN_AGENTS = sql<PlanAgents>`(
  select json_build_object('open', count(*) filter (where agents.enable_free_plan or ${PLAN_OPENS}), 'total', count(*))
  from agents where ${IS_PUBLISHED})`

/** An agent's facts that decide whether a user may write to it. */
export type AgentAccess = {
  /** By {@link isOpenTo}. */
  isOpen: boolean
  isDeleted: boolean
  isDraft: boolean
  /** By {@link plansUnless}. */
  plans: PlanName[]
}

/**
 * The flags of an agent for its reader. Administrators open every agent and see drafts; for everybody else a draft
 * is like a deleted agent.
 */
export function accessOf(
  { isOpen, isDeleted, isDraft, plans }: AgentAccess,
  role: CurrentUser['role'],
): { locked: boolean; available: boolean; isDraft: boolean; plans: PlanName[] } {
  const isAdmin = role === 'admin'
  const locked = !isOpen && !isAdmin
  return {
    locked,
    available: !isDeleted && (isAdmin || !isDraft),
    isDraft: isDraft && isAdmin,
    plans: locked ? plans : [],
  }
}

/** @throws {AppError} PLAN_REQUIRED for a locked agent, CONFLICT for one that is not available. */
export function requireOpen<Agent extends AgentAccess>(agent: Agent, role: CurrentUser['role']): Agent {
  const { available, locked, plans } = accessOf(agent, role)
  if (!available) {
    throw new AppError('CONFLICT', 'Este agente saiu do elenco. A conversa continua aqui para leitura.')
  }
  if (!locked) return agent
  const names = plans.map(({ displayName }) => displayName)
  throw new AppError(
    'PLAN_REQUIRED',
    names.length > 0 ? `Este agente está disponível ${plansPhrase(names)}.` : `${doorText(plans)}.`,
  )
}

/** @throws {AppError} VALIDATION_ERROR for a plan that is missing, and for the free one, which has its own field. */
export async function requirePlans(db: Db, planIds: readonly string[]): Promise<void> {
  const names = await planNamesOf(db, planIds)
  const at = planIds.findIndex((id) => id === FREE_PLAN_ID || !names.has(id))
  if (at < 0) return
  throw new AppError('VALIDATION_ERROR', PLAN_REFUSED, { details: { [`planIds.${at}`]: PLAN_REFUSED } })
}

/** Display names by id, in display order; unknown ids are left out. */
export async function planNamesOf(db: Db, planIds: readonly string[]): Promise<Map<string, string>> {
  if (planIds.length === 0) return new Map()
  const rows = await db
    .select({ id: plans.id, name: plans.displayName })
    .from(plans)
    .where(inArray(plans.id, [...planIds]))
    .orderBy(plans.order, plans.monthlyMessageLimit, plans.id)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
