import { FIELD_LABELS } from '#client/entities/business/missing-field-labels.ts'
import type { MissingField } from '#client/entities/business/missing-fields.ts'
import { CHANNEL_NAMES, SEVERITY_NAMES } from '#client/entities/reviews/review-texts.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { API_KEY_SCOPE_NAMES } from '#shared/api-key-scopes.ts'
import { auditFieldLabel } from '#shared/audit-fields.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { RequiredField } from '#shared/contract/required-context.ts'

/** A field before and after; undefined on a side that has no record. */
export type Change = { field: string; before: string | undefined; after: string | undefined }

const WORDS: Record<string, Record<string, string>> = {
  scopes: API_KEY_SCOPE_NAMES,
  severity: SEVERITY_NAMES,
  channels: CHANNEL_NAMES,
  reviewChannel: CHANNEL_NAMES,
  role: { admin: 'Administração', user: 'Usuário' },
  tone: { info: 'Informação', success: 'Boa notícia', warning: 'Atenção' },
  state: {
    ...{ open: 'Em aberto', done: 'Resolvida', ignored: 'Ignorada' },
    ...{ resolved: 'Resolvida', dismissed: 'Sem providência' },
  },
  // The form's switch says the opposite of the field.
  isDraft: { true: 'não', false: 'sim' },
  requiredContext: Object.fromEntries(
    RequiredField.options.map((path) => [path, FIELD_LABELS[path.split('.')[1] as MissingField]]),
  ),
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function say(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nada'
  const word = WORDS[field]?.[String(value)]
  if (word) return word
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return value.toLocaleString('pt-BR', { maximumFractionDigits: 6 })
  if (Array.isArray(value)) {
    return value.length === 0 ? 'nada' : value.map((item) => say(field, item)).join('\n')
  }
  if (typeof value === 'object') {
    const { name } = value as { name?: unknown }
    return typeof name === 'string' ? name : JSON.stringify(value)
  }
  const text = String(value)
  return INSTANT.test(text) ? formatMomentInWords(text) : text
}

type Recorded = Pick<AuditEntry, 'entity' | 'action' | 'before' | 'after'>

export function changesOf({ before, after, ...entry }: Recorded): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => ({
    field: auditFieldLabel(entry, field) ?? field,
    before: before ? say(field, before[field]) : undefined,
    after: after ? say(field, after[field]) : undefined,
  }))
}
