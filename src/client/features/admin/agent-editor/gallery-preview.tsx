import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { AgentCard } from '#client/entities/agents/agent-card.tsx'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { photoPath } from '#shared/contract/uploads.ts'
import type { AgentValues } from './agent-values.ts'
import classes from './gallery-preview.module.css'

/** The agent's card as somebody on the free plan will meet it. */
export function GalleryPreview({ values }: { values: AgentValues }) {
  // Typing never waits for the card.
  const { name, description, photoUrl, labelIds, enableFreePlan } = useDeferredValue(values)
  const { data: labels = [] } = useQuery(labelQueries.list())
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
