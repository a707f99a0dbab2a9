import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { agentFailure, loadOrRedirect } from '#client/features/chats/load-or-redirect.ts'

export const Route = createFileRoute('/app/$agentId/_chat/chat')({
  validateSearch: z.object({
    sugestao: z.catch(z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(2))), undefined),
  }),
  loader: (ctx) =>
    loadOrRedirect(
      ctx.context.queryClient.ensureQueryData(agentQueries.detail(ctx.params.agentId)),
      agentFailure,
      ctx,
    ),
  codeSplitGroupings: [],
  pendingComponent: () => null,
  component: () => null,
})
