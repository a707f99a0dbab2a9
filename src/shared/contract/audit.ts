import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_ENTITIES, type AuditAction, type AuditEntity } from '../audit-actions.ts'
import { LIMITS } from '../limits.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const Fields = z.record(z.string(), z.unknown())

/** One audited action. Names are those at the time; ids are null after their accounts are deleted. */
export const AuditEntry = z.object({
  id: Id,
  actorId: z.nullable(Id),
  actorName: z.string(),
  subjectId: z.nullable(Id),
  subjectName: z.string().nullable(),
  /** The subject when it is not a user; it may be deleted. */
  entity: z.string().nullable(),
  entityId: z.nullable(Id),
  entityName: z.string().nullable(),
  /** One of `AUDIT_ACTIONS`, or an action of an earlier version. */
  action: z.string(),
  details: Fields,
  /** Changed fields only, shortened, without secrets. */
  before: Fields.nullable(),
  after: Fields.nullable(),
  ipAddress: z.string().nullable(),
  /** Browser and system, such as "Chrome no Windows". */
  device: z.string().nullable(),
  createdAt: Timestamp,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** A day in America/Sao_Paulo. Very early years are refused, because PostgreSQL would fail on them. */
const Day = z.iso.date({ error: 'Data inválida' }).refine((day) => day >= '1970', 'Data inválida')

const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[]
const entities = Object.keys(AUDIT_ENTITIES) as AuditEntity[]

/** `q` searches names and actions, ignoring case and accents; `from` and `to` are inclusive days. */
export const AuditQuery = PageQuery.extend({
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  action: z.enum(actions, 'Ação desconhecida').optional(),
  /** `user` selects all actions on accounts. */
  entity: z.enum(['user', ...entities], 'Assunto desconhecido').optional(),
  actorId: z.optional(Id),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
