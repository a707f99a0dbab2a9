import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import { AgentEditor } from './agent-editor.tsx'
import { NO_AGENT } from './agent-values.ts'

type Props = { userId: string; onSaved: (agent: AdminAgent) => void }

export function NewAgentPage({ userId, onSaved }: Props) {
  return <AgentEditor agent={undefined} initialValues={NO_AGENT} userId={userId} onSaved={onSaved} />
}
