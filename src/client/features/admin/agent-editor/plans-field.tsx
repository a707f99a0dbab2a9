import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isOnSale, opensAgent } from '#client/entities/billing/admin-plan-agents.ts'
import { adminPlanList, planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { plansPhrase } from '#shared/plans-phrase.ts'
import { EVERY_PLAN, toggled } from './agent-values.ts'
import { type AgentFields, fieldErrorText } from './field-props.ts'
import classes from './identity-fields.module.css'

/** The plans that open an agent which is closed to the free plan. */
export function PlansField({ form }: AgentFields) {
  const plans = useQuery(adminPlanList())
  if (!plans.data) {
    return (
      <Row gap={16} role="status" className={classes.waiting}>
        <p>{plans.isError ? 'Os planos não carregaram.' : 'Carregando os planos…'}</p>
        {plans.isError && (
          <Button variant="default" onClick={() => void plans.refetch()}>
            Tentar de novo
          </Button>
        )}
      </Row>
    )
  }
  const { planIds } = form.values
  const isEvery = planIds.includes(EVERY_PLAN)
  const openers = plans.data.filter((plan) => opensAgent(plan, { planIds: isEvery ? null : planIds }))
  const chosen = openers.map(({ id }) => id)
  const usual = plans.data.filter(({ allAgents }) => allAgents).map(({ id }) => id)
  const shown = plans.data.filter(
    (plan) => !plan.isFloor && (!plan.isArchived || plan.people > 0 || chosen.includes(plan.id)),
  )
  const handleToggle = (id: string) => {
    const next = toggled(chosen, id)
    const isUsual = next.length === usual.length && usual.every((it) => next.includes(it))
    form.setFieldValue('planIds', isUsual ? [EVERY_PLAN] : next)
  }
  const nobody = nobodyText(openers)
  return (
    <Stack gap={8}>
      <CheckChips
        label="Planos que abrem"
        path="planIds"
        options={shown.map((plan) => ({ value: plan.id, label: planOptions(plan) }))}
        value={chosen}
        onToggle={handleToggle}
        error={errorIn(form.errors)}
      />
      <p role="status" className={nobody ? classes.warning : text.hint}>
        {nobody ?? (isEvery ? EVERY_TEXT : CHOSEN_TEXT)}
      </p>
    </Stack>
  )
}

const EVERY_TEXT = 'Vale também para os planos que você criar depois com todos os agentes.'
const CHOSEN_TEXT = 'Só estes. Um plano novo abre este agente quando você o marcar aqui.'

/** Who is left out when no plan on sale opens the agent; undefined if one does. */
function nobodyText(openers: readonly AdminPlan[]): string | undefined {
  if (openers.some(isOnSale)) return undefined
  const names = openers.filter(({ people }) => people > 0).map(({ displayName }) => displayName)
  return names.length > 0
    ? `Nenhum plano à venda abre este agente: só conversa com ele quem já está ${plansPhrase(names)}, e quem administra.`
    : 'Nenhum plano abre este agente: só quem administra conversa com ele.'
}

function errorIn(errors: Record<string, unknown>): string | undefined {
  const found = Object.entries(errors).find(([path]) => path.split('.')[0] === 'planIds')
  return fieldErrorText(found?.[1])
}
