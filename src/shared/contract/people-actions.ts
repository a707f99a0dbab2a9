import { z } from 'zod'
import { PEOPLE_LIMITS } from '../limits-people.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'
import { AdminUsersFilter, BanUser, ChosenUsers, PlanGift } from './users.ts'

/** What happens to every selected account. */
export const PeopleActionKind = z.enum(['set-plan', 'end-plan', 'suspend', 'restore'], 'Ação inválida')
export type PeopleActionKind = z.infer<typeof PeopleActionKind>

/** An action on many accounts, and its progress. */
export const PeopleAction = z.object({
  id: Id,
  kind: PeopleActionKind,
  status: z.enum(['running', 'done', 'canceled']),
  planName: z.string().nullable(),
  planUntil: z.string().nullable(),
  banExpires: z.nullable(Timestamp),
  /** Accounts when it started. */
  people: z.int(),
  changed: z.int(),
  /** Accounts that were so already. */
  unchanged: z.int(),
  /** Accounts left out, each with its reason. */
  skipped: z.int(),
  startedByName: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
})
export type PeopleAction = z.infer<typeof PeopleAction>

/** The newest actions. */
export const PeopleActions = z.array(PeopleAction)
export type PeopleActions = z.infer<typeof PeopleActions>

export const PeopleActionParams = z.object({ actionId: Id })

const { actionPeople } = PEOPLE_LIMITS
const TOO_MANY = `Uma ação alcança até ${actionPeople} pessoas. Filtre mais`

/**
 * Accounts chosen one by one, or all of a filter with the number that the administrator saw: another number is a
 * CONFLICT. `set-plan` takes a plan and its last day, null for none; `suspend` a reason and an end.
 */
export const StartPeopleAction = z
  .strictObject({
    kind: PeopleActionKind,
    userIds: ChosenUsers.shape.userIds.optional(),
    filter: AdminUsersFilter.optional(),
    expected: z.int('Número inválido').min(1, 'Ninguém neste filtro').max(actionPeople, TOO_MANY).optional(),
    ...PlanGift.shape,
    ...BanUser.shape,
  })
  .refine(({ userIds, filter }) => (userIds === undefined) !== (filter === undefined), {
    path: ['userIds'],
    error: 'Escolha contas ou um filtro',
  })
  .refine(({ filter, expected }) => (filter === undefined) === (expected === undefined), {
    path: ['expected'],
    error: 'Diga quantas pessoas o filtro tem',
  })
  .refine(({ kind, planId }) => (kind === 'set-plan') === Boolean(planId), {
    path: ['planId'],
    error: 'Escolha um plano',
  })
  .refine(({ planId, planUntil }) => planUntil == null || Boolean(planId), {
    path: ['planUntil'],
    error: 'Escolha o plano que vale até esta data',
  })
  .refine(({ kind, banReason, banExpires }) => kind === 'suspend' || !(banReason || banExpires), {
    path: ['banReason'],
    error: 'Só uma suspensão tem motivo e prazo',
  })
export type StartPeopleAction = z.infer<typeof StartPeopleAction>

/** An account that an action left out. */
const LeftOutPerson = z.object({ userId: Id, name: z.string(), problem: z.string() })

export const LeftOutPeople = pageOf(LeftOutPerson)
export type LeftOutPeople = z.infer<typeof LeftOutPeople>
