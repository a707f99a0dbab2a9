import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './agent-card.module.css'
import { AgentName } from './agent-name.tsx'
import { lockWord } from './lock-word.ts'

type Props = {
  agent: Pick<Agent, 'id' | 'name' | 'description' | 'photoUrl' | 'labels' | 'locked' | 'plans'>
  isLazy: boolean
  /** Without links. */
  isPreview?: boolean
  /** Opens the plan sheet of a locked agent. */
  onLock?: (() => void) | undefined
}

export function AgentCard({ agent, isLazy, isPreview = false, onLock }: Props) {
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
        {agent.locked && !onLock && (
          <span className={`${classes.lock} ${classes.pill}`}>
            <Lock plans={agent.plans} />
          </span>
        )}
      </div>
      <h3 className={classes.name}>
        {/* The link covers the whole card; screen readers announce its text alone. */}
        {isPreview ? (
          <AgentName name={agent.name} />
        ) : (
          <Link to="/app/$agentId" params={{ agentId: agent.id }} className={classes.link}>
            <AgentName name={agent.name} />
          </Link>
        )}
      </h3>
      <p className={classes.description}>{agent.description}</p>
      {agent.labels.length > 0 && (
        <p className={classes.labels}>{agent.labels.map((label) => label.name).join(' · ')}</p>
      )}
      {agent.locked && onLock && (
        <button type="button" className={classes.opens} onClick={onLock}>
          <span className={classes.pill}>
            <Lock plans={agent.plans} />
          </span>
          <span className="visually-hidden">: como abrir {agent.name}</span>
        </button>
      )}
    </article>
  )
}

const Lock = ({ plans }: Pick<Agent, 'plans'>) => (
  <>
    <IconLock size={14} stroke={2.2} aria-hidden />
    {lockWord(plans)}
  </>
)
