import type { z } from 'zod'
import {
  BanUserCall,
  CreateUserCall,
  ListUsersCall,
  OfUser,
  RevokeUserSessionCall,
  SetRoleCall,
  SetUserPasswordCall,
  UpdateUserCall,
} from '#shared/contract/admin-calls.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../http/errors.ts'
import type { Permission } from './admin-access.ts'
import type { AuditAction } from './admin-audit.ts'
import { denied, refuseTakingAway, type Subject } from './admin-rules.ts'
import { refuseEasy } from './identity-checks.ts'

type Facts<Body> = { db: Db; actorId: string; subject: Subject; body: Body }

export type AdminCall = {
  contract: z.ZodObject
  permission: Permission
  /** What must hold of whoever it concerns. */
  rule?: (facts: Facts<unknown>) => Promise<void> | void
  /** A call that changes something is written down under this name. */
  action?: AuditAction
  details?: (facts: Facts<unknown>) => Record<string, unknown>
  /** It ends the sessions of whoever it concerns, so that each has to be opened anew. */
  endsSessions?: (facts: Facts<unknown>) => boolean
}

type CallOf<Body> = Omit<AdminCall, 'contract' | 'rule' | 'details' | 'endsSessions'> & {
  rule?: (facts: Facts<Body>) => Promise<void> | void
  details?: (facts: Facts<Body>) => Record<string, unknown>
  endsSessions?: (facts: Facts<Body>) => boolean
}

// The body has passed this very contract by the time that the rest is asked.
const call = <Contract extends z.ZodObject>(contract: Contract, rest: CallOf<z.infer<Contract>>) =>
  ({ contract, ...rest }) as AdminCall

function refuseImpersonating({ subject }: { subject: Subject }): void {
  if (subject.role === 'admin') throw denied('user')
  if (subject.isBanned) throw new AppError('CONFLICT', 'Esta conta está suspensa.')
}

/** better-auth's administrators' calls: who may make them, with what, and what else must hold. */
export const ADMIN_CALLS: Record<string, AdminCall> = {
  '/admin/create-user': call(CreateUserCall, { permission: ['user', 'create'] }),
  '/admin/list-users': call(ListUsersCall, { permission: ['user', 'list'] }),
  '/admin/set-role': call(SetRoleCall, {
    permission: ['user', 'set-role'],
    action: 'user.set-role',
    rule: (facts) => refuseTakingAway(facts.db, { ...facts, own: 'Ninguém muda o próprio papel.' }),
    details: ({ subject, body }) => ({ from: subject.role, to: body.role }),
  }),
  '/admin/ban-user': call(BanUserCall, {
    permission: ['user', 'ban'],
    action: 'user.ban',
    rule: (facts) => refuseTakingAway(facts.db, { ...facts, own: 'Ninguém suspende a própria conta.' }),
    details: ({ body }) => ({ reason: body.banReason ?? null, seconds: body.banExpiresIn ?? null }),
  }),
  '/admin/unban-user': call(OfUser, { permission: ['user', 'ban'], action: 'user.unban' }),
  '/admin/impersonate-user': call(OfUser, {
    permission: ['user', 'impersonate'],
    action: 'impersonation.start',
    rule: refuseImpersonating,
  }),
  '/admin/set-user-password': call(SetUserPasswordCall, {
    permission: ['user', 'set-password'],
    action: 'user.set-password',
    rule: ({ body, subject }) => refuseEasy('newPassword', body.newPassword, subject),
    endsSessions: () => true,
  }),
  '/admin/update-user': call(UpdateUserCall, {
    permission: ['user', 'update'],
    action: 'user.update',
    rule: ({ body }) => {
      if (Object.keys(body.data).length > 0) return
      throw new AppError('VALIDATION_ERROR', 'Nada para alterar', { details: { data: 'Nada para alterar' } })
    },
    details: ({ body }) => ({ fields: Object.keys(body.data) }),
  }),
  '/admin/remove-user': call(OfUser, {
    permission: ['user', 'delete'],
    action: 'user.remove',
    rule: (facts) =>
      refuseTakingAway(facts.db, { ...facts, own: 'Ninguém exclui a própria conta por aqui.' }),
  }),
  '/admin/list-user-sessions': call(OfUser, { permission: ['session', 'list'] }),
  '/admin/revoke-user-session': call(RevokeUserSessionCall, {
    permission: ['session', 'revoke'],
    action: 'session.revoke',
  }),
  '/admin/revoke-user-sessions': call(OfUser, {
    permission: ['session', 'revoke'],
    action: 'session.revoke-all',
  }),
}
