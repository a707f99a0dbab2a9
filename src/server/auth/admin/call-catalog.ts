import type { z } from 'zod'
import {
  BanUserCall,
  CreateUserCall,
  ImpersonateCall,
  ListUsersCall,
  OfUser,
  RevokeUserSessionCall,
  SetRoleCall,
  SetUserPasswordCall,
  UpdateUserCall,
} from '#shared/contract/admin-calls.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import { refuseWeakPassword } from '../identity-checks.ts'
import { type Audited, changedFields } from './audit.ts'
import type { Permission } from './permissions.ts'
import { denied, refuseRemoval, type Subject } from './rules.ts'

type Changes = Pick<Audited, 'before' | 'after' | 'details'>
type Facts<Body> = { db: Db; actorId: string; subject: Subject; body: Body }

export type AdminCall = {
  contract: z.ZodObject
  permission: Permission
  /** Conditions on the affected user. */
  rule?: (facts: Facts<unknown>) => Promise<void> | void
  /** Calls with an action are audited under this name. */
  action?: Audited['action']
  /** The audited change, before and after. */
  changes?: (facts: Facts<unknown>) => Changes
  /** Ends the sessions of the affected user. */
  endsSessions?: (facts: Facts<unknown>) => boolean
  /** Whether the call needs a recent proof of identity. */
  needsProof?: (body: Record<string, unknown>) => boolean
}

type CallOf<Body> = Omit<AdminCall, 'contract' | 'rule' | 'changes' | 'endsSessions'> & {
  rule?: (facts: Facts<Body>) => Promise<void> | void
  changes?: (facts: Facts<Body>) => Changes
  endsSessions?: (facts: Facts<Body>) => boolean
}

// Safe cast: the body has passed this contract before the other functions run.
const call = <Contract extends z.ZodObject>(contract: Contract, rest: CallOf<z.infer<Contract>>) =>
  ({ contract, ...rest }) as AdminCall

function refuseImpersonating({ subject }: { subject: Subject }): void {
  if (subject.role === 'admin') throw denied('user')
  if (subject.isBanned) throw new AppError('CONFLICT', 'Esta conta está suspensa.')
}

const ADMINISTRATORS_PASSWORD_TEXT =
  'A senha de quem administra só muda pela própria pessoa. Envie a ela o link para criar uma nova senha.'

/** With another administrator's password, a call could be made in their name. */
function refuseAdministratorsPassword({
  actorId,
  subject,
}: Pick<Facts<unknown>, 'actorId' | 'subject'>): void {
  if (subject.role !== 'admin' && subject.id !== actorId) return
  throw new AppError('FORBIDDEN', ADMINISTRATORS_PASSWORD_TEXT)
}

const always = () => true

const NO_BAN = { banned: false, banReason: null, banExpires: null }

/** The ban as stored, rounded to seconds. */
function banOf({ banReason, banExpiresIn }: z.infer<typeof BanUserCall>) {
  const banExpires = banExpiresIn ? new Date(Math.round(Date.now() / 1000 + banExpiresIn) * 1000) : null
  return { banned: true, banReason: banReason ?? null, banExpires }
}

/** Contract, permission and rules of better-auth's admin calls. */
export const ADMIN_CALLS: Record<string, AdminCall> = {
  '/admin/create-user': call(CreateUserCall, {
    permission: ['user', 'create'],
    needsProof: ({ role }) => role === 'admin',
  }),
  '/admin/list-users': call(ListUsersCall, { permission: ['user', 'list'] }),
  '/admin/set-role': call(SetRoleCall, {
    permission: ['user', 'set-role'],
    action: 'user.set-role',
    needsProof: always,
    rule: (facts) => refuseRemoval(facts.db, { ...facts, own: 'Ninguém muda o próprio papel.' }),
    changes: ({ subject, body }) => changedFields(subject, { role: body.role }),
  }),
  '/admin/ban-user': call(BanUserCall, {
    permission: ['user', 'ban'],
    action: 'user.ban',
    needsProof: always,
    rule: (facts) => refuseRemoval(facts.db, { ...facts, own: 'Ninguém suspende a própria conta.' }),
    changes: ({ subject, body }) => changedFields(subject.was, banOf(body)),
  }),
  '/admin/unban-user': call(OfUser, {
    permission: ['user', 'ban'],
    action: 'user.unban',
    needsProof: always,
    changes: ({ subject }) => changedFields(subject.was, NO_BAN),
  }),
  '/admin/impersonate-user': call(ImpersonateCall, {
    permission: ['user', 'impersonate'],
    action: 'impersonation.start',
    needsProof: always,
    rule: refuseImpersonating,
    changes: ({ body }) => ({ details: { reason: body.reason } }),
  }),
  '/admin/set-user-password': call(SetUserPasswordCall, {
    permission: ['user', 'set-password'],
    action: 'user.set-password',
    needsProof: always,
    rule: async ({ actorId, body, subject }) => {
      refuseAdministratorsPassword({ actorId, subject })
      await refuseWeakPassword('newPassword', body.newPassword, subject)
    },
    endsSessions: () => true,
  }),
  '/admin/update-user': call(UpdateUserCall, {
    permission: ['user', 'update'],
    action: 'user.update',
    rule: ({ body }) => {
      if (Object.keys(body.data).length > 0) return
      throw new AppError('VALIDATION_ERROR', 'Nada para alterar', { details: { data: 'Nada para alterar' } })
    },
    changes: ({ subject, body }) => changedFields(subject.was, body.data),
  }),
  '/admin/remove-user': call(OfUser, {
    permission: ['user', 'delete'],
    action: 'user.remove',
    needsProof: always,
    rule: (facts) => refuseRemoval(facts.db, { ...facts, own: 'Ninguém exclui a própria conta por aqui.' }),
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
