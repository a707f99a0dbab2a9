import { IconLock, IconLockOpen2 } from '@tabler/icons-react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import type { LockedAgent } from '#client/entities/billing/plan-sheet-state.ts'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import stage from '#client/ui/photo/stage.module.css'
import text from '#client/ui/text/text.module.css'
import { doorText } from '#shared/plans-phrase.ts'
import classes from './locked-agent-preview.module.css'

type Props = { agent: LockedAgent; isOpened: boolean }

export function AgentPreview({ agent, isOpened }: Props) {
  const samples = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)
  return (
    <Stack as="section" gap={20} aria-label="Quem é" className={classes.preview}>
      <div className={`${classes.stage} ${isOpened ? stage.lit : ''}`} data-locked={!isOpened || undefined}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={160} className={classes.portrait} />
        <span className={classes.lock} aria-hidden>
          {isOpened ? <IconLockOpen2 size={20} /> : <IconLock size={20} />}
        </span>
      </div>
      <Stack gap={12} className={classes.words}>
        <h3 className={classes.name}>
          <AgentName name={agent.name} />
        </h3>
        <p className={text.soft}>{agent.description}</p>
        {!isOpened && <p className={classes.door}>{doorText(agent.plans)}.</p>}
        {samples.length > 0 && (
          <Stack as="ul" aria-label="O que dá para pedir" className={classes.samples}>
            {samples.map((sample) => (
              <li key={sample.id}>
                <LazyRecommendationText content={sample.content} chosen={NO_ITEMS} />
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </Stack>
  )
}
