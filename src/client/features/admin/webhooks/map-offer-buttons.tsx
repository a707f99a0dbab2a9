import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPlanList, planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import type { UnmappedOffer } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import { MappingSheet } from './mapping-sheet.tsx'
import { planCandidates } from './plan-candidates.ts'
import { markOther, undoDecision } from './sales.api.ts'
import classes from './unmapped-offers.module.css'
import { nameOf } from './webhook-texts.ts'

type Props = {
  offer: Pick<UnmappedOffer, 'provider' | 'kind' | 'externalId' | 'name'>
  onMapped: () => void
}

export function MapOfferButtons({ offer, onMapped }: Props) {
  const client = useQueryClient()
  const plans = useQuery(adminPlanList())
  const [chosen, setChosen] = useState<AdminPlan>()
  const { provider, kind, externalId } = offer
  const name = offer.name?.slice(0, LIMITS.externalNameLength) ?? null
  const mark = useMutation({
    mutationFn: () => markOther(client, { provider, kind, externalId, name }),
    onSuccess: (decisionId) => {
      showToast(`“${nameOf(offer)}” não é plano desta casa: nada dela espera mais.`, 'success', {
        label: 'Desfazer',
        onChoose: () =>
          void undoDecision(client, decisionId).catch((error: unknown) =>
            showToast(errorText(error), 'error'),
          ),
      })
      onMapped()
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  if (plans.isPending) return <div role="status" aria-label="Carregando os planos" className={classes.gap} />
  if (!plans.data) {
    return (
      <Button variant="default" onClick={() => void plans.refetch()}>
        Os planos não carregaram. Tentar de novo
      </Button>
    )
  }
  const other = (
    <Button variant="subtle" loading={mark.isPending} onClick={() => mark.mutate()}>
      Não é plano desta casa
    </Button>
  )
  const { plans: choices, likely } = planCandidates(offer.name, plans.data)
  if (choices.length === 0) {
    return (
      <Row className={classes.choices}>
        <LinkButton to="/app/admin/planos/new" variant="default">
          Criar o primeiro plano à venda
        </LinkButton>
        {other}
      </Row>
    )
  }
  return (
    <Row as="fieldset" className={classes.choices}>
      <legend className="visually-hidden">Que plano é {nameOf(offer)}?</legend>
      {choices.map((plan) => (
        <Button
          key={plan.id}
          variant={plan.id === likely ? 'filled' : 'default'}
          disabled={mark.isPending}
          onClick={() => setChosen(plan)}
        >
          É o {planOptions(plan)}
        </Button>
      ))}
      {other}
      {chosen && (
        <MappingSheet offer={offer} plan={chosen} onMapped={onMapped} onClose={() => setChosen(undefined)} />
      )}
    </Row>
  )
}
