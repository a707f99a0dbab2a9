import { Loader } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './continue-with-agent.module.css'

type Props = {
  agent: Agent
  /** The conversation with this one is being opened. */
  isChosen: boolean
  /** One of them was chosen. */
  isWaiting: boolean
  onChoose: () => void
}

/** An agent to be chosen; one that the plan does not open shows its lock and takes no press. */
export function AgentOption({ agent, isChosen, isWaiting, onChoose }: Props) {
  const isShut = agent.locked || !agent.available
  return (
    <button
      type="button"
      className={classes.choice}
      data-locked={isShut || undefined}
      aria-disabled={isShut || isWaiting || undefined}
      onClick={() => !isShut && !isWaiting && onChoose()}
    >
      <Portrait photoUrl={agent.photoUrl} name={agent.name} size={52} className={classes.face} isLazy />
      <span className={classes.words}>
        <span className={classes.name}>
          <AgentName name={agent.name} />
        </span>
        <span className={classes.description}>{agent.description}</span>
        {agent.locked && (
          <span className={classes.lock}>
            <IconLock size={14} stroke={2.2} aria-hidden />
            Plano pago
          </span>
        )}
      </span>
      {isChosen && <Loader size={20} aria-label="Abrindo a conversa" />}
    </button>
  )
}
