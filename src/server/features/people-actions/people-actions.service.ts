import type { PeopleAction, StartPeopleAction } from '#shared/contract/people-actions.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { listPlanNames } from '../plans/plan-names.queries.ts'
import { countUsers } from '../users/users.queries.ts'
import { cancelAction, createAction, getAction } from './people-actions.queries.ts'

type Parts = Pick<Deps, 'auth' | 'db'>
type Asked = StartPeopleAction & { origin: AuditOrigin }

const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

async function checkPlan({ db }: Parts, { kind, planId }: StartPeopleAction): Promise<void> {
  if (kind !== 'set-plan') return
  if (planId === FREE_PLAN_ID) throw refused('planId', 'Para voltar ao Gratuito, encerre o plano dado')
  const plans = await listPlanNames(db)
  if (!plans.some(({ id }) => id === planId)) throw refused('planId', 'Plano não encontrado')
}

/**
 * Starts an action on many accounts; a job of any instance works it.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan; CONFLICT while another one runs, and when the filter has
 * another number of accounts than `expected`, with the new number.
 */
export async function startAction(parts: Parts, asked: Asked): Promise<PeopleAction> {
  const { auth, db } = parts
  const { kind, userIds, filter, expected, origin } = asked
  await checkPlan(parts, asked)
  const { planId = null, planUntil = null, banReason, banExpires } = asked
  const actionId = await auth.admin.atomically(async (tx) => {
    const { id, people } = await createAction(tx, {
      ...{ kind, userIds, filter: filter ?? null, planId, planUntil, actor: origin.actor },
      ...{ banReason: banReason || null, banExpires: banExpires ? new Date(banExpires) : null },
    })
    if (filter && people !== expected) {
      const { people: now } = await countUsers(tx, { filter, callerId: origin.actor.id })
      const text = `Este filtro tem agora ${now} ${now === 1 ? 'pessoa' : 'pessoas'}. Confira de novo.`
      throw new AppError('CONFLICT', text, { details: { people: String(now) } })
    }
    const entity = { type: 'people-action', id } as const
    const details = { kind, people, ...(filter && { filter }) }
    await auth.admin.audit({ origin, action: 'people-action.start', entity, details })
    return id
  })
  return getAction(db, { actionId })
}

/** Cancels a running action. @throws {AppError} NOT_FOUND; CONFLICT once it has ended. */
export async function stopAction(
  { auth, db }: Parts,
  { actionId, origin }: { actionId: string; origin: AuditOrigin },
): Promise<PeopleAction> {
  await auth.admin.atomically(async (tx) => {
    const { kind } = await getAction(tx, { actionId })
    if (!(await cancelAction(tx, { actionId }))) throw new AppError('CONFLICT', 'Esta ação já terminou.')
    const entity = { type: 'people-action', id: actionId } as const
    await auth.admin.audit({ origin, action: 'people-action.cancel', entity, details: { kind } })
  })
  return getAction(db, { actionId })
}
