import { and, desc, eq, inArray } from 'drizzle-orm'
import { AUDIT_ACTIONS, type AuditAction, type AuditEntity } from '#shared/audit-actions.ts'
import type { Db } from '../../db/connect.ts'
import { auditEntries } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { formatBrasiliaTime } from '../mail/safe-text.ts'

const VERSIONED = {
  agent: 'este agente',
  house: 'o nome, o logo ou a cor',
  plan: 'este plano',
  'spend-limit': 'os limites do dia',
  'model-price': 'os preços dos modelos',
  'exchange-rate': 'a cotação do dólar',
} as const satisfies Partial<Record<AuditEntity, string>>

type Overtaken = {
  type: keyof typeof VERSIONED
  /** Undefined for what the installation has once. */
  id?: string
  /** The current version. */
  version: number | string
  /** The administrator whose change is refused. */
  actorId: string | null
}

const isChange = (type: string, action: string) =>
  action.startsWith(`${type}.`) && !action.endsWith('.export')

/**
 * CONFLICT: another change came first. The text and `details` name its author (`changedBy`) and moment
 * (`changedAt`) from the audit log; `details.version` is the current version.
 */
export async function changedMeanwhile(db: Db, { type, id, version, actorId }: Overtaken): Promise<AppError> {
  const actions = Object.keys(AUDIT_ACTIONS).filter((action) => isChange(type, action)) as AuditAction[]
  const [last] = await db
    .select({ id: auditEntries.actorId, name: auditEntries.actorName, at: auditEntries.createdAt })
    .from(auditEntries)
    .where(and(inArray(auditEntries.action, actions), id ? eq(auditEntries.entityId, id) : undefined))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(1)
  const changedBy = last && last.id !== null && last.id === actorId ? 'Você' : last?.name
  const when = last ? ` em ${formatBrasiliaTime(last.at)}` : ''
  const text = `${changedBy ?? 'Outra pessoa'} mudou ${VERSIONED[type]}${when}, enquanto você editava. Confira o que mudou antes de salvar.`
  return new AppError('CONFLICT', text, {
    details: {
      version: String(version),
      ...(last && changedBy && { changedBy, changedAt: last.at.toISOString() }),
    },
  })
}
