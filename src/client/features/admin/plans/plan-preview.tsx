import { useDeferredValue } from 'react'
import { PlanTicket } from '#client/entities/billing/plan-ticket.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { PlanForm } from '#shared/contract/plans-admin.ts'
import { includesOf } from '#shared/plan-words.ts'
import classes from './plan-preview.module.css'
import { limitOf } from './plan-values.ts'

export function PlanPreview({ values, isFloor }: { values: PlanForm; isFloor: boolean }) {
  // Keeps typing responsive.
  const deferred = useDeferredValue(values)
  const { displayName, description, priceText, allAgents } = deferred
  const plan = {
    displayName: displayName.trim() || 'Nome do plano',
    description: description.trim(),
    priceText: priceText.trim() || 'Sem preço na tela',
  }
  return (
    <Stack as="aside" gap={12} aria-label="Prévia" className={classes.preview}>
      <p className={classes.title} aria-hidden>
        Como aparece
      </p>
      <div className={classes.ticket}>
        <PlanTicket
          plan={plan}
          includes={includesOf({
            monthlyMessageLimit: limitOf(deferred.monthlyMessageLimit),
            dailyMessageLimit: limitOf(deferred.dailyMessageLimit),
            storageMegabytes: limitOf(deferred.storageMegabytes),
            passageLimit: limitOf(deferred.passageLimit),
            allAgents,
            isFloor,
          })}
        >
          <p className={classes.word}>{isFloor ? 'Já vem com toda conta' : 'Aqui fica o botão de assinar'}</p>
        </PlanTicket>
      </div>
    </Stack>
  )
}
