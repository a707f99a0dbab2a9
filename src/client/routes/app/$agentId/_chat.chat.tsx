import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { agentFailure, orHome } from '#client/lib/or-home.ts'

export const Route = createFileRoute('/app/$agentId/_chat/chat')({
  validateSearch: z.object({ sugestao: z.coerce.number().int().min(0).max(2).optional().catch(undefined) }),
  loader: (ctx) =>
    orHome(
      ctx.context.queryClient.ensureQueryData(agentQueries.detail(ctx.params.agentId)),
      agentFailure,
      ctx,
    ),
  pendingComponent: () => null,
  component: () => null,
})
