import { z } from 'zod'
import { Id, pageOf, Timestamp } from './common.ts'

/** Who did what to whom. The names are as they were then; the ids are null once their accounts are gone. */
export const AuditEntry = z.object({
  id: Id,
  actorId: z.nullable(Id),
  actorName: z.string(),
  subjectId: z.nullable(Id),
  subjectName: z.string().nullable(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>
