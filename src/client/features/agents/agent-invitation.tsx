import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecommendationWords } from '#client/components/recommendation-words.tsx'
import type { ContextItem } from '#client/lib/context-items.ts'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './agent.module.css'

type Props = {
  agent: Agent
  /** What the conversation is to be about. */
  chosen: readonly ContextItem[]
}

/** How to begin with this agent, or why it is not possible. */
export function AgentInvitation({ agent, chosen }: Props) {
  if (!agent.available) {
    return (
      <Closed title="Este agente saiu do elenco">
        Suas conversas com ele continuam aqui para ler, mas não recebem novas mensagens.
      </Closed>
    )
  }
  if (agent.locked) {
    return (
      <Closed title="Este agente faz parte dos planos pagos">
        Os planos Criador e Big Player abrem o elenco inteiro; o Gratuito abre os agentes sem cadeado. A
        compra ainda não é feita por aqui: peça a quem administra o seu acesso para mudar o plano.
      </Closed>
    )
  }
  const suggestions = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby="suggestions" className={classes.section}>
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
                <RecommendationWords content={suggestion.content} chosen={chosen} />
              </span>
              <IconArrowRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
