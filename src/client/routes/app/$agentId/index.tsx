import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AgentPage } from '#client/features/agents/agent-page.tsx'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { AgentComposer } from '#client/features/chats/start/agent-composer.tsx'

export const Route = createFileRoute('/app/$agentId/')({
  // Not awaited: the page has its own skeleton and its own words for what goes wrong.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(agentQueries.detail(params.agentId))
    void context.queryClient.prefetchInfiniteQuery(chatQueries.list({ agentId: params.agentId }))
  },
  component: AgentRoute,
})

function AgentRoute() {
  const { agentId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id ?? '')
  const chats = useInfiniteQuery(chatQueries.list({ agentId }))
  const { queryClient } = Route.useRouteContext()
  const loadAgent = (id: string) => queryClient.ensureQueryData(agentQueries.detail(id))
  return (
    <AgentPage
      key={agentId}
      agentId={agentId}
      place={composerDraftKey({ userId, agentId })}
      chats={chats}
      composer={(agent) => <AgentComposer userId={userId} agent={agent} loadAgent={loadAgent} />}
    />
  )
}
