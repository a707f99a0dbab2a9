import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AgentName } from '#client/components/agent-name.tsx'
import { Portrait } from '#client/components/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './agent-card.module.css'

export function AgentCard({ agent, isLazy }: { agent: Agent; isLazy: boolean }) {
  return (
    <article className={classes.card} data-locked={agent.locked || undefined}>
      <div className={classes.stage}>
        <Portrait
          photoUrl={agent.photoUrl}
          name={agent.name}
          size={256}
          className={classes.portrait}
          isLazy={isLazy}
        />
        {agent.locked && (
          <span className={classes.lock}>
            <IconLock size={14} stroke={2.2} aria-hidden />
            Plano pago
          </span>
        )}
      </div>
      <h3 className={classes.name}>
        {/* The link covers the whole card; its text alone is what readers announce. */}
        <Link to="/app/$agentId" params={{ agentId: agent.id }} className={classes.link}>
          <AgentName name={agent.name} />
        </Link>
      </h3>
      <p className={classes.description}>{agent.description}</p>
      {agent.labels.length > 0 && (
        <p className={classes.labels}>{agent.labels.map((label) => label.name).join(' · ')}</p>
      )}
    </article>
  )
}
