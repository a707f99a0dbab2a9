import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { PlanFormPage } from './plan-form.tsx'
import { adminPlanDetail } from './plans.api.ts'

type Props = { userId: string; onSaved: (plan: AdminPlan) => void }

const back = { to: '/app/admin/planos', label: 'Ver os planos' } as const

export function PlanPage({ planId, ...rest }: Props & { planId: string }) {
  const plan = useQuery(adminPlanDetail(planId))
  return (
    <RecordLoader query={plan} back={back}>
      {(it) => <Editor {...rest} opened={it} />}
    </RecordLoader>
  )
}

function Editor({ opened, ...rest }: Props & { opened: AdminPlan }) {
  const [plan, setPlan] = useState(opened)
  return <PlanFormPage key={plan.version} {...rest} plan={plan} onOvertaken={setPlan} />
}

const nobody = () => undefined

export function NewPlanPage(props: Props) {
  return <PlanFormPage {...props} onOvertaken={nobody} />
}
