import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/schema/index.ts'

export type Person = { id: string; name: string }

export type AuditAction =
  | 'user.create'
  | 'user.update'
  | 'user.set-role'
  | 'user.set-plan'
  | 'user.set-password'
  | 'user.ban'
  | 'user.unban'
  | 'user.remove'
  | 'session.revoke'
  | 'session.revoke-all'
  | 'impersonation.start'
  | 'impersonation.stop'
  | 'impersonation.write'

export type Audited = {
  actor: Person
  subject: Person
  action: AuditAction
  /** Never a password, a token or what somebody wrote. */
  details?: Record<string, unknown>
}

/** Writes down what an administrator does; a caller that can't, must not do it. */
export async function writeAudit(db: Db, { actor, subject, action, details }: Audited): Promise<void> {
  await db.insert(auditEntries).values({
    actorId: actor.id,
    actorName: actor.name,
    subjectId: subject.id,
    subjectName: subject.name,
    action,
    details: details ?? {},
  })
}
