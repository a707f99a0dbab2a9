import { createFileRoute } from '@tanstack/react-router'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { chatQueries } from '#client/features/chats/chats.api.ts'
import { agentFailure, chatFailure, orHome } from '#client/lib/or-home.ts'

export const Route = createFileRoute('/app/$agentId/_chat/$chatId')({
  loader: (ctx) => {
    const { queryClient } = ctx.context
    return Promise.all([
      orHome(queryClient.ensureQueryData(chatQueries.messages(ctx.params.chatId)), chatFailure, ctx),
      orHome(queryClient.ensureQueryData(agentQueries.detail(ctx.params.agentId)), agentFailure, ctx),
    ])
  },
  pendingComponent: () => null,
  component: () => null,
})
