import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPlanList, planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { UnmappedOffer } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import { planCandidates } from './plan-candidates.ts'
import classes from './unmapped-offers.module.css'
import { nameOf, sayMapped } from './webhook-texts.ts'
import { mapOffer } from './webhooks.api.ts'

type Props = {
  offer: Pick<UnmappedOffer, 'provider' | 'kind' | 'externalId' | 'name'>
  /** Called once it is a plan and everything on the screen knows it. */
  onMapped: () => void
}

/** Says with one press which plan it is; the plan that its name speaks of stands out. */
export function MapOfferButtons({ offer, onMapped }: Props) {
  const client = useQueryClient()
  const plans = useQuery(adminPlanList())
  const [saving, setSaving] = useState<string>()
  const handleMap = async (plan: AdminPlan) => {
    setSaving(plan.id)
    try {
      const { provider, kind, externalId, name } = offer
      const known = name?.slice(0, LIMITS.externalNameLength) ?? null
      const mapped = await mapOffer(client, { provider, kind, externalId, name: known, planId: plan.id })
      showToast(sayMapped(offer, plan.displayName, mapped), mapped.remaining > 0 ? 'info' : 'success')
      onMapped()
    } catch (error) {
      showToast(errorText(error), 'error')
    } finally {
      setSaving(undefined)
    }
  }
  if (plans.isPending) return <div role="status" aria-label="Carregando os planos" className={classes.gap} />
  if (!plans.data) {
    return (
      <Button variant="default" onClick={() => void plans.refetch()}>
        Os planos não carregaram. Tentar de novo
      </Button>
    )
  }
  const { plans: choices, likely } = planCandidates(offer.name, plans.data)
  if (choices.length === 0) {
    return (
      <LinkButton to="/app/admin/planos/new" variant="default">
        Criar o primeiro plano à venda
      </LinkButton>
    )
  }
  return (
    <Row as="fieldset" className={classes.choices}>
      <legend className="visually-hidden">Que plano é {nameOf(offer)}?</legend>
      {choices.map((plan) => (
        <Button
          key={plan.id}
          variant={plan.id === likely ? 'filled' : 'default'}
          loading={saving === plan.id}
          disabled={saving !== undefined && saving !== plan.id}
          onClick={() => void handleMap(plan)}
        >
          É o {planOptions(plan)}
        </Button>
      ))}
    </Row>
  )
}
