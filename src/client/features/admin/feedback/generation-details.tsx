import { Link } from '@tanstack/react-router'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { FeedbackDetail } from '#shared/contract/feedback.ts'
import classes from './feedback-detail.module.css'

const KINDS: Record<FeedbackDetail['groundedOn'][number]['kind'], string> = {
  onboarding: 'questionário',
  product: 'produto',
  brand: 'marca',
  voice: 'voz da marca',
  offer: 'oferta',
  document: 'documento',
}

export function GenerationDetails({ detail }: { detail: FeedbackDetail }) {
  const { groundedOn, promptVersion, model, agent } = detail
  return (
    <Stack as="section" gap={12} className={classes.written} aria-labelledby="written-with">
      <h3 id="written-with" className={classes.subtitle}>
        Com o que foi escrita
      </h3>
      <Stack as="dl" className={classes.facts}>
        <div>
          <dt>Sabia de</dt>
          <dd>
            {groundedOn.length === 0
              ? 'nada do negócio da pessoa'
              : groundedOn.map(({ kind, name }) => `${name} (${KINDS[kind]})`).join(', ')}
          </dd>
        </div>
        <div>
          <dt>Modelo</dt>
          <dd>{model || 'não anotado'}</dd>
        </div>
        <div>
          <dt>Instruções</dt>
          <dd>
            {promptVersion
              ? `versão ${promptVersion.number} de ${shortNameOf(agent.name)}`
              : 'versão não anotada'}
            {' · '}
            <Link to="/app/admin/agents/$agentId/edit" params={{ agentId: agent.id }}>
              Editar o agente
            </Link>
          </dd>
        </div>
      </Stack>
      {promptVersion && (
        <details className={classes.prompt}>
          <summary>Ler as instruções da versão {promptVersion.number}</summary>
          <pre className={classes.promptText}>{promptVersion.systemPrompt}</pre>
        </details>
      )}
    </Stack>
  )
}
