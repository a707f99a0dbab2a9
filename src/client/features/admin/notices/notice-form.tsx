import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { type AdminNotice, NoticeForm } from '#shared/contract/notices.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { AudienceFields, PeriodFields, WordFields } from './notice-fields.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { bodyOf, valuesOf } from './notice-values.ts'
import { adminNoticeCalls, noticesChanged } from './notices.api.ts'

type Props = {
  userId: string
  notice?: AdminNotice
  plans: readonly AdminPlan[]
  onSaved: (notice: AdminNotice) => void
}

export function NoticeFormPage({ userId, notice, plans, onSaved }: Props) {
  const client = useQueryClient()
  const [opened] = useState(notice)
  const state = useDraftedForm({
    schema: NoticeForm,
    initialValues: valuesOf(notice),
    place: formDraftKey(userId, `notice:${notice?.id ?? 'novo'}`),
    save: (parsed) =>
      saveChanges({
        row: opened,
        changes: bodyOf(opened ? changesOf(valuesOf(opened), parsed) : parsed),
        send: (changes) =>
          opened
            ? adminNoticeCalls.change(opened.id, changes)
            : adminNoticeCalls.create({ ...changes, content: parsed.content }),
        invalidate: () => noticesChanged(client),
      }),
    onSaved,
  })
  const { form } = state
  return (
    <FormPage
      title={notice ? 'Editar aviso' : 'Novo aviso'}
      lead="Aparece no alto da página, um de cada vez, até a pessoa dispensar."
      state={state}
      isNew={!notice}
      submitLabel={notice ? 'Salvar' : 'Salvar aviso'}
      list="/app/admin/avisos"
    >
      <div className={columns.columns}>
        <div className={columns.fields}>
          <WordFields form={form} />
          <AudienceFields form={form} plans={plans} />
          <PeriodFields form={form} isNew={!notice} />
        </div>
        <NoticePreview values={form.values} />
      </div>
    </FormPage>
  )
}
