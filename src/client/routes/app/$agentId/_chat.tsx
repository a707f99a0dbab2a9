import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, useParams, useSearch } from '@tanstack/react-router'
import { settingsQueries } from '#client/entities/account/settings.api.ts'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { ChatPage } from '#client/features/chats/chat-page.tsx'
import { credentialQueries } from '#client/features/credentials/credentials.api.ts'

// One component for the new and the existing chat: the first message changes the address and remounts nothing.
export const Route = createFileRoute('/app/$agentId/_chat')({ component: ChatRoute })

function ChatRoute() {
  const { agentId } = Route.useParams()
  const { chatId } = useParams({ strict: false })
  const { sugestao, mensagem, palavras } = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  return (
    <ChatPage
      agentId={agentId}
      chatId={chatId}
      agent={useQuery(agentQueries.detail(agentId)).data}
      userId={useAuth((state) => state.user?.id ?? '')}
      userName={useAuth((state) => state.user?.name ?? '')}
      isDemo={useIsDemo()}
      suggestion={sugestao}
      onSuggestionTaken={() => void navigate({ to: '/app/$agentId/chat', replace: true })}
      messageId={mensagem}
      words={palavras}
      onMessageTaken={() =>
        chatId &&
        void navigate({
          to: '/app/$agentId/$chatId',
          params: { agentId, chatId },
          replace: true,
          // Else the router takes the messages back to where they stood before.
          resetScroll: false,
        })
      }
      onOpenChat={(params) => void navigate({ to: '/app/$agentId/$chatId', params, replace: true })}
    />
  )
}

/** Whether the demonstration model answers: no provider is configured, and the user has no active key of their own. */
function useIsDemo(): boolean {
  const isDemo = useQuery(settingsQueries.current()).data?.demo ?? false
  const isImpersonated = useAuth(({ session }) => Boolean(session?.impersonatedBy))
  const keys = useInfiniteQuery({ ...credentialQueries.list(), enabled: isDemo && !isImpersonated })
  if (!isDemo || isImpersonated || keys.isError) return isDemo
  const pages = keys.data?.pages
  return pages !== undefined && !pages.some(({ items }) => items.some(({ isActive }) => isActive))
}
