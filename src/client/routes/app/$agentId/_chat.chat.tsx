import { createFileRoute } from '@tanstack/react-router'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { agentFailure, loadOrRedirect } from '#client/features/chats/load-or-redirect.ts'

export const Route = createFileRoute('/app/$agentId/_chat/chat')({
  // By hand, since this loads with every page. A link gives the number, an address its text.
  validateSearch: ({ sugestao }: Record<string, unknown>): { sugestao?: number | undefined } =>
    /^[0-2]$/.test(String(sugestao)) ? { sugestao: Number(sugestao) } : {},
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
