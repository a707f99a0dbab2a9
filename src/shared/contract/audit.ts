import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_ENTITIES, type AuditAction, type AuditEntity } from '../audit-actions.ts'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const Fields = z.record(z.string(), z.unknown())

/** Who did what to whom, or to what. The names are as they were then; the ids are null once their accounts are gone. */
export const AuditEntry = z.object({
  id: Id,
  actorId: z.nullable(Id),
  actorName: z.string(),
  subjectId: z.nullable(Id),
  subjectName: z.string().nullable(),
  /** What it concerned where that was no person; it may be gone. */
  entity: z.string().nullable(),
  entityId: z.nullable(Id),
  entityName: z.string().nullable(),
  /** One of `AUDIT_ACTIONS`, or of an earlier version's. */
  action: z.string(),
  details: Fields,
  /** Only the fields that changed, shortened, without secrets. */
  before: Fields.nullable(),
  after: Fields.nullable(),
  ipAddress: z.string().nullable(),
  /** Browser and system: "Chrome no Windows". */
  device: z.string().nullable(),
  createdAt: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** A day in America/Sao_Paulo. Years that PostgreSQL does not know would be a mistake of their own. */
const Day = z.iso.date({ error: 'Data inválida' }).refine((day) => day >= '1970', 'Data inválida')

const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[]
const entities = Object.keys(AUDIT_ENTITIES) as AuditEntity[]

/** `q` looks into names and actions, whatever case and accents; `from` and `to` are days, both included. */
export const AuditQuery = PageQuery.extend({
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  action: z.enum(actions, 'Ação desconhecida').optional(),
  /** `user` is everything about accounts. */
  entity: z.enum(['user', ...entities], 'Assunto desconhecido').optional(),
  actorId: z.optional(Id),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
