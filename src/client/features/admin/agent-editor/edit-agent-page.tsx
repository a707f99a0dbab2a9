import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { adminAgentQueries } from '#client/entities/agents/agents-admin.api.ts'
import { useAgentActions } from '#client/entities/agents/use-agent-actions.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import { AgentEditor } from './agent-editor.tsx'
import { valuesOf } from './agent-values.ts'

type Props = {
  agentId: string
  userId: string
  onDeleted: () => void
}

const back = { to: '/app/admin/agents', label: 'Ver os agentes' } as const

export function EditAgentPage({ agentId, ...props }: Props) {
  const query = useQuery(adminAgentQueries.detail(agentId))
  return (
    <RecordLoader query={query} back={back}>
      {(agent) => <Editing agent={agent} {...props} />}
    </RecordLoader>
  )
}

type EditingProps = Omit<Props, 'agentId'> & { agent: AdminAgent }

function Editing({ agent, userId, onDeleted }: EditingProps) {
  const { actionsFor, restore } = useAgentActions(onDeleted)
  // An agent deleted during editing stays on the screen: its form may hold unsaved text.
  const [wasDeleted] = useState(agent.deletedAt !== null)
  if (wasDeleted && agent.deletedAt !== null)
    return <Deleted agent={agent} onRestore={() => restore(agent)} />
  return (
    <AgentEditor
      key={agent.id}
      agent={agent}
      initialValues={valuesOf(agent)}
      userId={userId}
      actions={
        <>
          <LinkButton
            to="/app/$agentId"
            params={{ agentId: agent.id }}
            variant="subtle"
            rightSection={<IconExternalLink size={18} aria-hidden />}
          >
            Ver página
          </LinkButton>
          <ActionMenu label={`Opções de ${agent.name}`} actions={() => actionsFor(agent)} />
        </>
      }
      onSaved={() => showToast('Agente salvo.', 'success')}
    />
  )
}

function Deleted({ agent, onRestore }: { agent: AdminAgent; onRestore: () => Promise<void> }) {
  return (
    <StateMessage
      isPage
      title={`${shortNameOf(agent.name)} está fora da galeria`}
      actions={
        <>
          <Button onClick={() => void onRestore()}>Trazer de volta</Button>
          <LinkButton to={back.to} variant="default">
            {back.label}
          </LinkButton>
        </>
      }
    >
      Este agente foi excluído. As conversas com ele continuam para leitura, e tudo dele volta como era.
    </StateMessage>
  )
}
