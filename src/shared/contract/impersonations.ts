import { z } from 'zod'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

/** A visit of an administrator to the user's account. */
export const Impersonation = z.object({
  id: Id,
  /** The administrator's name; null once their account is deleted. */
  administrator: z.string().nullable(),
  reason: z.string(),
  startedAt: Timestamp,
  /** Null while the visit lasts. */
  endedAt: z.nullable(Timestamp),
})
export type Impersonation = z.infer<typeof Impersonation>

export const ImpersonationsPage = pageOf(Impersonation)
export type ImpersonationsPage = z.infer<typeof ImpersonationsPage>
