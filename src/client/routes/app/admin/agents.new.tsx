import { createFileRoute } from '@tanstack/react-router'
import { NewAgentPage } from '#client/features/admin/agent-editor/new-agent-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'

export const Route = createFileRoute('/app/admin/agents/new')({ component: NewAgentRoute })

function NewAgentRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = ({ id }: AdminAgent) => {
    showToast('Agente publicado.', 'success')
    const params = { agentId: id }
    void navigate({ to: '/app/admin/agents/$agentId/edit', params, replace: true, ignoreBlocker: true })
  }
  return <NewAgentPage userId={userId} onSaved={handleSaved} />
}
