import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import type { LeftOutPeople, PeopleAction } from '#shared/contract/people-actions.ts'

import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { isBanned } from '../../auth/auth-checks.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { peopleActionRows, peopleActions, plans, users } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { filterOf } from '../users/users-filter.queries.ts'

export type ActionFacts = typeof peopleActions.$inferSelect

const LISTED = 10

type Joined = { action: ActionFacts; planName: string | null }

const toAction = ({ action, planName }: Joined): PeopleAction => ({
  id: action.id,
  kind: action.kind,
  status: action.status,
  planName,
  planUntil: action.planUntil,
  banExpires: action.banExpires?.toISOString() ?? null,
  people: action.people,
  changed: action.changed,
  unchanged: action.unchanged,
  skipped: action.skipped,
  startedByName: action.startedByName,
  startedAt: action.createdAt.toISOString(),
  endedAt: action.endedAt?.toISOString() ?? null,
})

const select = (db: Db) =>
  db
    .select({ action: peopleActions, planName: plans.displayName })
    .from(peopleActions)
    .leftJoin(plans, eq(plans.id, peopleActions.planId))

/** The newest actions. */
export async function listActions(db: Db): Promise<PeopleAction[]> {
  const rows = await select(db).orderBy(desc(peopleActions.createdAt), desc(peopleActions.id)).limit(LISTED)
  return rows.map(toAction)
}

/** @throws {AppError} NOT_FOUND */
export async function getAction(db: Db, { actionId }: { actionId: string }): Promise<PeopleAction> {
  const [row] = await select(db).where(eq(peopleActions.id, actionId))
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essa ação.')
  return toAction(row)
}

/** The accounts that an action left out. @throws {AppError} NOT_FOUND */
export async function listLeftOut(
  db: Db,
  { actionId, cursor, limit }: PageQuery & { actionId: string },
): Promise<LeftOutPeople> {
  await getAction(db, { actionId })
  const after = decodeCursor(cursor, z.uuid())
  const { userId, problem } = peopleActionRows
  const rows = await db
    .select({ userId, problem, name: users.name })
    .from(peopleActionRows)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(eq(peopleActionRows.actionId, actionId), isNotNull(problem), after ? gt(userId, after) : undefined),
    )
    .orderBy(asc(userId))
    .limit(limit + 1)
  return toPage(
    rows,
    limit,
    (row) => ({ ...row, problem: row.problem ?? '' }),
    (row) => row.userId,
  )
}

const BUSY_TEXT = 'Outra ação está em andamento. Espere ela terminar, ou cancele.'

type NewAction = Omit<typeof peopleActions.$inferInsert, 'people' | 'startedBy' | 'startedByName'> & {
  userIds: string[] | undefined
  actor: { id: string; name: string }
}

/**
 * Starts an action on exactly the accounts that are in the selection now, and answers their number. Needs a
 * transaction. @throws {AppError} CONFLICT while another one runs.
 */
export async function createAction(
  tx: Db,
  { userIds, actor, ...values }: NewAction,
): Promise<{ id: string; people: number }> {
  const [made] = await tx
    .insert(peopleActions)
    .values({ ...values, people: 0, startedBy: actor.id, startedByName: actor.name })
    .returning({ id: peopleActions.id })
    .catch((error) => {
      throw constraintOf(error) === 'people_actions_running_key' ? new AppError('CONFLICT', BUSY_TEXT) : error
    })
  if (!made) throw new Error('no action was stored')
  const selected = filterOf(tx, { ...values.filter, userIds }) ?? sql`true`
  const { rowCount } = await tx.execute(sql`
    insert into people_action_rows (action_id, user_id)
    select ${made.id}, ${users.id} from ${users} where ${selected} limit ${PEOPLE_LIMITS.actionPeople + 1}`)
  const people = rowCount ?? 0
  await tx.update(peopleActions).set({ people }).where(eq(peopleActions.id, made.id))
  return { id: made.id, people }
}

/** Ends a running action; the accounts that it changed stay so. False for one that has ended. */
export async function cancelAction(tx: Db, { actionId }: { actionId: string }): Promise<boolean> {
  const rows = await tx
    .update(peopleActions)
    .set({ status: 'canceled', endedAt: sql`now()` })
    .where(and(eq(peopleActions.id, actionId), eq(peopleActions.status, 'running')))
    .returning({ id: peopleActions.id })
  return rows.length > 0
}

export async function endAction(tx: Db, { actionId }: { actionId: string }): Promise<void> {
  await tx
    .update(peopleActions)
    .set({ status: 'done', endedAt: sql`now()` })
    .where(eq(peopleActions.id, actionId))
}

export async function isActionRunning(db: Db): Promise<boolean> {
  return (await db.$count(peopleActions, eq(peopleActions.status, 'running'))) > 0
}

/** The running action, locked until the transaction ends; undefined also while another instance works on it. */
export async function lockRunningAction(tx: Db): Promise<ActionFacts | undefined> {
  const [row] = await tx
    .select()
    .from(peopleActions)
    .where(eq(peopleActions.status, 'running'))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** Whether who started an action may still do so. */
export async function isAdministrator(tx: Db, { userId }: { userId: string | null }): Promise<boolean> {
  if (userId === null) return false
  const [row] = await tx.select().from(users).where(eq(users.id, userId))
  return row?.role === 'admin' && !isBanned(row)
}

export type SelectedUser = typeof users.$inferSelect & { isSelected: boolean }

/**
 * The next accounts that are not done, locked until the transaction ends, so that no role changes meanwhile.
 * `isSelected`: still in the filter.
 */
export async function lockPending(
  tx: Db,
  { action, limit }: { action: ActionFacts; limit: number },
): Promise<SelectedUser[]> {
  const pending = await tx
    .select({ userId: peopleActionRows.userId })
    .from(peopleActionRows)
    .where(and(eq(peopleActionRows.actionId, action.id), isNull(peopleActionRows.problem)))
    .orderBy(asc(peopleActionRows.userId))
    .limit(limit)
  const userIds = pending.map(({ userId }) => userId)
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .for('no key update')
  // After the locks, so that it sees what they waited for.
  const selected = await tx
    .select({ id: users.id })
    .from(users)
    .where(filterOf(tx, { ...action.filter, userIds }))
  const ids = new Set(selected.map(({ id }) => id))
  return found.map((user) => ({ ...user, isSelected: ids.has(user.id) }))
}

export type Outcome =
  | { userId: string; result: 'changed' | 'unchanged' }
  | { userId: string; problem: string }

/** Stores what happened to accounts, which are done with it. */
export async function storeOutcomes(
  tx: Db,
  { actionId, outcomes }: { actionId: string; outcomes: Outcome[] },
): Promise<void> {
  const leftOut = outcomes.filter((it) => 'problem' in it)
  const done = outcomes.filter((it) => 'result' in it)
  const changed = done.filter(({ result }) => result === 'changed').length
  const userIds = done.map(({ userId }) => userId)
  const ofAction = eq(peopleActionRows.actionId, actionId)
  await tx.delete(peopleActionRows).where(and(ofAction, inArray(peopleActionRows.userId, userIds)))
  for (const [problem, people] of Map.groupBy(leftOut, (it) => it.problem)) {
    const ids = people.map(({ userId }) => userId)
    await tx
      .update(peopleActionRows)
      .set({ problem })
      .where(and(ofAction, inArray(peopleActionRows.userId, ids)))
  }
  await tx
    .update(peopleActions)
    .set({
      changed: sql`${peopleActions.changed} + ${changed}`,
      unchanged: sql`${peopleActions.unchanged} + ${done.length - changed}`,
      skipped: sql`${peopleActions.skipped} + ${leftOut.length}`,
    })
    .where(eq(peopleActions.id, actionId))
}

/** Deletes actions with their rows a month after they started. */
export async function purgeActions(db: Db): Promise<void> {
  const isOld = lt(peopleActions.createdAt, sql`now() - interval '30 days'`)
  await db.delete(peopleActions).where(and(isOld, sql`${peopleActions.status} <> 'running'`))
}
