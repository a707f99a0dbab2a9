import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { AgentCard } from '#client/entities/agents/agent-card.tsx'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { isOnSale, opensAgent } from '#client/entities/billing/admin-plan-agents.ts'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { photoPath } from '#shared/upload-addresses.ts'
import { type AgentValues, EVERY_PLAN } from './agent-values.ts'
import classes from './gallery-preview.module.css'

export function GalleryPreview({ values }: { values: AgentValues }) {
  // Keeps typing responsive.
  const { name, description, photoUrl, labelIds, enableFreePlan, planIds } = useDeferredValue(values)
  const { data: labels = [] } = useQuery(labelQueries.list())
  const { data: plans = [] } = useQuery(adminPlanList())
  const chosen = planIds.includes(EVERY_PLAN) ? null : planIds
  const openers = plans.filter((plan) => isOnSale(plan) && opensAgent(plan, { planIds: chosen }))
  const photo = photoPath(photoUrl)
  return (
    <Stack
      as="section"
      gap={16}
      align="center"
      className={classes.preview}
      aria-label="Como aparece na galeria"
    >
      <div className={classes.card}>
        <AgentCard
          isLazy={false}
          isPreview
          agent={{
            id: '',
            name: name.trim() || 'Nome do agente',
            description:
              description.trim() || 'A descrição aparece aqui, para quem ainda não conhece o agente.',
            photoUrl: photo,
            labels: labels.filter(({ id }) => labelIds.includes(id)),
            locked: !enableFreePlan,
            plans: openers,
          }}
        />
      </div>
      <p className={classes.note}>
        {photoUrl !== '' && photo === null
          ? 'A foto do endereço aparece depois de salvar.'
          : 'Como quem está no plano Gratuito vê.'}
      </p>
    </Stack>
  )
}
