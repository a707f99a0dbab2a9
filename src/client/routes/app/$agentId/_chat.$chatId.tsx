import { createFileRoute } from '@tanstack/react-router'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { agentFailure, chatFailure, loadOrRedirect } from '#client/features/chats/load-or-redirect.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'

// By hand, since this loads with every page and a schema for it would weigh more than all of the route.
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const Route = createFileRoute('/app/$agentId/_chat/$chatId')({
  validateSearch: ({
    mensagem,
    palavras,
  }: Record<string, unknown>): { mensagem?: string; palavras?: string } =>
    typeof mensagem === 'string' && ID.test(mensagem)
      ? { mensagem, ...(typeof palavras === 'string' && { palavras }) }
      : {},
  loader: (ctx) => {
    const { queryClient } = ctx.context
    return Promise.all([
      loadOrRedirect(queryClient.ensureQueryData(chatQueries.messages(ctx.params.chatId)), chatFailure, ctx),
      loadOrRedirect(queryClient.ensureQueryData(agentQueries.detail(ctx.params.agentId)), agentFailure, ctx),
    ])
  },
  codeSplitGroupings: [],
  pendingComponent: () => null,
  component: () => null,
})
