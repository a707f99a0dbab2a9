import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import { doorText } from '#shared/plans-phrase.ts'
import classes from './agent.module.css'

type Props = {
  agent: Agent
  chosen: readonly ContextItem[]
}

export function ConversationStarters({ agent, chosen }: Props) {
  if (!agent.available) {
    return (
      <Closed title="Este agente saiu do elenco">
        Suas conversas com ele continuam aqui para ler, mas não recebem novas mensagens.
      </Closed>
    )
  }
  const suggestions = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)
  if (agent.locked) {
    return (
      <>
        <Closed title={doorText(agent.plans)}>
          {`No seu plano, ${shortNameOf(agent.name)} aparece com cadeado. ${remedyFor(agent.plans.length)}`}
        </Closed>
        <Preview name={shortNameOf(agent.name)} suggestions={suggestions} chosen={chosen} />
      </>
    )
  }
  if (suggestions.length === 0) return null
  return (
    <Stack as="section" gap={16} aria-labelledby="suggestions">
      <h2 id="suggestions">Comece por aqui</h2>
      <ul className={classes.suggestions}>
        {suggestions.map((suggestion, index) => (
          <li key={suggestion.id}>
            <Link
              to="/app/$agentId/chat"
              params={{ agentId: agent.id }}
              search={{ sugestao: index }}
              className={classes.suggestion}
            >
              <span>
                <LazyRecommendationText content={suggestion.content} chosen={chosen} />
              </span>
              <IconArrowRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function remedyFor(plans: number): string {
  if (plans === 0) return inHouse('Fale com quem cuida do Elenco.')
  return plans === 1
    ? 'Esse plano libera a conversa na hora.'
    : 'Qualquer um deles libera a conversa na hora.'
}

type PreviewProps = Pick<Props, 'chosen'> & { name: string; suggestions: Agent['promptRecommendations'] }

/** The suggestions of a locked agent, without links. */
function Preview({ name, suggestions, chosen }: PreviewProps) {
  if (suggestions.length === 0) return null
  return (
    <Stack as="section" gap={16} aria-labelledby="suggestions">
      <h2 id="suggestions">O que você pode pedir a {name}</h2>
      <ul className={classes.suggestions}>
        {suggestions.map((suggestion) => (
          <li key={suggestion.id} className={classes.sample}>
            <LazyRecommendationText content={suggestion.content} chosen={chosen} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Closed({ title, children }: { title: string; children: string }) {
  return (
    <section className={classes.closed}>
      <IconLock size={24} aria-hidden />
      <div>
        <h2 className={classes.closedTitle}>{title}</h2>
        <p>{children}</p>
      </div>
    </section>
  )
}
