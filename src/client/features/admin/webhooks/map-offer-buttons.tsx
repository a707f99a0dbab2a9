import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
  onMapped: () => void
}

export function MapOfferButtons({ offer, onMapped }: Props) {
  const client = useQueryClient()
  const plans = useQuery(adminPlanList())
  const map = useMutation({
    mutationFn: (plan: AdminPlan) => {
      const { provider, kind, externalId } = offer
      const name = offer.name?.slice(0, LIMITS.externalNameLength) ?? null
      return mapOffer(client, { provider, kind, externalId, name, planId: plan.id })
    },
    onSuccess: (mapped, plan) => {
      showToast(sayMapped(offer, plan.displayName, mapped), mapped.remaining > 0 ? 'info' : 'success')
      onMapped()
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const saving = map.isPending ? map.variables.id : undefined
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
          onClick={() => map.mutate(plan)}
        >
          É o {planOptions(plan)}
        </Button>
      ))}
    </Row>
  )
}
