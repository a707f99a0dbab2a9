import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { AgentChip } from './agent-chip.tsx'
import classes from './start-composer.module.css'
import { StartComposer } from './start-composer.tsx'

type Props = { userId: string; agent: Agent; loadAgent: (agentId: string) => Promise<Agent> }

/** The composer of an agent's page. Its draft is that of the agent's new chat. */
export function AgentComposer({ userId, agent, loadAgent }: Props) {
  return (
    <StartComposer
      userId={userId}
      draftKey={composerDraftKey({ userId, agentId: agent.id })}
      agent={agent}
      settleAgent={async () => agent}
      loadAgent={loadAgent}
      chip={
        <span className={classes.chip}>
          <AgentChip agent={agent} />
        </span>
      }
    />
  )
}
