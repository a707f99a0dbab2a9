import { useQueryClient } from '@tanstack/react-query'
import {
  type ChangedMeanwhile,
  changedMeanwhile,
  changedText,
} from '#client/entities/admin/changed-meanwhile.ts'
import { changesOf, formDraftKey, saveFormDraft } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { type AdminPlan, PlanForm } from '#shared/contract/plans-admin.ts'
import { LeftWithout } from './left-without.tsx'
import { AboutFields, AccessFields, ArchiveField, SaleFields } from './plan-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { FIELD_LABELS } from './plan-texts.ts'
import { bodyOf, changesTo, clashesOf, rebased, valuesOf, withoutHelperFields } from './plan-values.ts'
import { adminPlanCalls, plansChanged } from './plans.api.ts'
import { ExternalFields } from './provider-id-fields.tsx'

type Props = {
  userId: string
  plan?: AdminPlan
  onOvertaken: (plan: AdminPlan) => void
  onSaved: (plan: AdminPlan) => void
}

export function PlanFormPage({ userId, plan, onOvertaken, onSaved }: Props) {
  const client = useQueryClient()
  const place = formDraftKey(userId, `plan:${plan?.id ?? 'novo'}`)
  const change = async (stored: AdminPlan, parsed: PlanForm, changes: ReturnType<typeof changesTo>) => {
    try {
      return await adminPlanCalls.change(stored.id, { ...changes, version: stored.version })
    } catch (error) {
      const first = changedMeanwhile(error)
      if (!first) throw error
      const theirs = await adminPlanCalls.read(stored.id)
      saveFormDraft(place, changesOf(valuesOf(theirs), rebased(stored, theirs, parsed)))
      showToast(overtakenText(first, clashesOf(stored, theirs, parsed)), 'info')
      onOvertaken(theirs)
      throw error
    }
  }
  const state = useDraftedForm({
    schema: PlanForm,
    initialValues: valuesOf(plan),
    place,
    save: (parsed) =>
      saveChanges({
        row: plan,
        changes: plan ? changesTo(plan, parsed) : bodyOf(withoutHelperFields(parsed)),
        send: (changes) =>
          plan ? change(plan, parsed, changes) : adminPlanCalls.create(withoutState(changes)),
        invalidate: () => plansChanged(client),
      }),
    onSaved,
  })
  const { form } = state
  return (
    <FormPage
      title={plan ? 'Editar plano' : 'Novo plano'}
      lead={
        plan
          ? 'O que mudar aqui vale na hora também para quem já tem o plano.'
          : 'O que ele abre, quanto custa e onde se compra.'
      }
      state={state}
      isNew={!plan}
      submitLabel={plan ? 'Salvar' : 'Criar plano'}
      list="/app/admin/planos"
    >
      <div className={columns.columns}>
        <div className={columns.fields}>
          <AboutFields form={form} isNew={!plan} />
          <AccessFields form={form} />
          {!plan?.isFloor && <SaleFields form={form} />}
          <ExternalFields form={form} known={plan?.externals ?? []} />
          {plan && !plan.isFloor && <ArchiveField form={form} people={plan.people} />}
          {plan && !plan.isArchived && form.values.isArchived && <LeftWithout plan={plan} />}
        </div>
        <PlanPreview values={form.values} isFloor={plan?.isFloor ?? false} />
      </div>
    </FormPage>
  )
}

const withoutState = ({ isArchived: _isArchived, ...body }: ReturnType<typeof bodyOf>) => body

function overtakenText(first: ChangedMeanwhile, clashes: (keyof PlanForm)[]): string {
  const names = clashes.flatMap((name) => FIELD_LABELS[name] ?? [])
  const both = names.length > 0 ? ` Mudou nos dois lados: ${names.join(', ')}.` : ''
  return `${changedText(first, 'este plano')}.${both} O que você digitou continua aqui: confira e salve de novo.`
}
