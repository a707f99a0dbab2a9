import { createFileRoute } from '@tanstack/react-router'
import { EditAgentPage } from '#client/features/admin/agent-editor/edit-agent-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'

export const Route = createFileRoute('/app/admin/agents/$agentId/edit')({ component: EditAgentRoute })

function EditAgentRoute() {
  const { agentId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  return (
    <EditAgentPage
      key={agentId}
      agentId={agentId}
      userId={userId}
      onDeleted={() => void navigate({ to: '/app/admin/agents', ignoreBlocker: true })}
    />
  )
}
