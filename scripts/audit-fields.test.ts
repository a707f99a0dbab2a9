import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_FIELDS, type AuditSubject } from '#shared/audit-fields.ts'
import { readFormLabels } from './form-labels.ts'

const ADMIN = join(import.meta.dirname, '../src/client/features/admin')

type Form = {
  files: string[]
  /** Fields whose form field has another name. */
  as?: Record<string, string>
  /** Audited fields that no form changes. */
  besides?: string[]
}

const FORMS: Record<AuditSubject, Form> = {
  user: {
    files: [
      'users/user-form.tsx',
      'users/new-user-page.tsx',
      'users/user-ban-sheet.tsx',
      'users/extra-messages-sheet.tsx',
    ],
    as: { plan: 'planId' },
    besides: ['emailVerified', 'image', 'banned', 'hasTotp', 'passkeys', 'given'],
  },
  settings: { files: ['sign-in-rules/sign-in-rules-page.tsx'], as: { administratorsFrom: 'isRequired' } },
  agent: {
    files: [
      'agent-editor/identity-fields.tsx',
      'agent-editor/plans-field.tsx',
      'agent-editor/publish-field.tsx',
      'agent-editor/prompt-fields.tsx',
      'agent-editor/model-field.tsx',
      'agent-editor/suggestion-fields.tsx',
      'agent-editor/required-context-fields.tsx',
      '../../entities/collections/house-collections-choice.tsx',
      'agent-editor/conflict-sheet.tsx',
    ],
    as: { labels: 'labelIds', plans: 'planIds', collections: 'collectionIds' },
    besides: ['photoUrl', 'agents', 'ids'],
  },
  label: { files: ['labels/label-form.tsx'], besides: ['order', 'labels'] },
  tutorial: { files: ['tutorials/tutorial-form.tsx'], besides: ['tutorials', 'ids'] },
  notice: { files: ['notices/notice-fields.tsx'], as: { plan: 'planId' } },
  plan: { files: ['plans/plan-fields.tsx', 'plans/provider-id-fields.tsx'], besides: ['plans'] },
  webhook: { files: [], besides: ['plan', 'provider', 'externals'] },
  invitation: {
    files: ['people/invite-page.tsx', '../../entities/billing/plan-fields.tsx'],
    as: { plan: 'planId' },
  },
  'people-import': { files: [] },
  'people-action': { files: [] },
  'people-mail': { files: [] },
  'people-segment': { files: ['segments/segment-sheet.tsx'] },
  'model-price': { files: ['models/price-table.tsx'], besides: ['isOffered', 'contextTokens'] },
  'exchange-rate': { files: ['models/exchange-rate-form.tsx'] },
  'spend-limit': { files: ['spend-limits/spend-limits-page.tsx'] },
  feedback: { files: [], besides: ['state'] },
  report: { files: ['reports/report-decision.tsx'], besides: ['state'] },
  house: { files: ['house/house-page.tsx', 'house/accent-field.tsx'], besides: ['logoUrl'] },
  collection: {
    files: [
      'collections/house-collection-sheet.tsx',
      '../../entities/collections/name-sheets.tsx',
      '../../entities/collections/tutorial-link.tsx',
    ],
    as: { tutorial: 'tutorialId' },
    besides: ['source'],
  },
  'api-key': { files: ['api-keys/new-key-sheet.tsx'] },
  'review-rule': { files: ['review-rules/rule-sheet.tsx'] },
}

test.each(Object.entries(FORMS))('fields of %s are named as on their form', async (subject, form) => {
  const sources = await Promise.all(form.files.map((file) => readFile(join(ADMIN, file), 'utf8')))
  const found = sources.flatMap((code, at) => readFormLabels(form.files[at] ?? '', code))
  const fields = Object.entries(AUDIT_FIELDS[subject as AuditSubject])
  for (const [field, label] of fields) {
    if (form.besides?.includes(field)) continue
    const own = found.filter((it) => it.field === (form.as?.[field] ?? field))
    // A field whose label is not beside its name counts if its form has the text at all.
    const texts = (own.length > 0 ? own : found).map((it) => it.label)
    expect(texts, `${subject}.${field}`).toContain(label)
  }
  expect(fields.map(([field]) => field)).toEqual(expect.arrayContaining(form.besides ?? []))
})

test('the labels of a form are read with the fields beside them', () => {
  const code = `const HEADERS = { inputPrice: 'Entrada' }
    const a = <><FormGroup title="O plano"><TextInput label="Preço (opcional)" {...form.getInputProps('priceText')} />
    <SwitchField label="Publicado" path="isDraft" /><p>{input('lost')}</p></FormGroup></>`
  expect(readFormLabels('form.tsx', code)).toEqual([
    { field: 'inputPrice', label: 'Entrada' },
    { field: undefined, label: 'O plano' },
    { field: 'priceText', label: 'Preço' },
    { field: 'isDraft', label: 'Publicado' },
  ])
})
