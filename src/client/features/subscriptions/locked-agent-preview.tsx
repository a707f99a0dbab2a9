import { IconLock, IconLockOpen2 } from '@tabler/icons-react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import type { LockedAgent } from '#client/entities/billing/plan-sheet-state.ts'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import classes from './locked-agent-preview.module.css'

type Props = { agent: LockedAgent; isOpened: boolean }

/** Who waits behind the lock, and what could be asked of them. */
export function AgentPreview({ agent, isOpened }: Props) {
  const samples = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)
  return (
    <section aria-label="Quem é" className={classes.preview}>
      <div className={classes.stage} data-opened={isOpened || undefined}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={160} className={classes.portrait} />
        <span className={classes.lock} aria-hidden>
          {isOpened ? <IconLockOpen2 size={20} /> : <IconLock size={20} />}
        </span>
      </div>
      <div className={classes.words}>
        <h3 className={classes.name}>
          <AgentName name={agent.name} />
        </h3>
        <p className={classes.description}>{agent.description}</p>
        {samples.length > 0 && (
          <ul aria-label="O que dá para pedir" className={classes.samples}>
            {samples.map((sample) => (
              <li key={sample.id}>
                <LazyRecommendationText content={sample.content} chosen={NO_ITEMS} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
