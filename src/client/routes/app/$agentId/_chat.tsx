import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useParams, useSearch } from '@tanstack/react-router'
import { agentQueries } from '#client/features/agents/agents.api.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { ChatPage } from '#client/features/chats/chat-page.tsx'
import { settingsQueries } from '#client/features/settings/settings.api.ts'

// One component for the new and the existing chat: the first message changes the address and remounts nothing.
export const Route = createFileRoute('/app/$agentId/_chat')({ component: ChatRoute })

function ChatRoute() {
  const { agentId } = Route.useParams()
  const { chatId } = useParams({ strict: false })
  const { sugestao, mensagem } = useSearch({ strict: false })
  const navigate = Route.useNavigate()
  return (
    <ChatPage
      agentId={agentId}
      chatId={chatId}
      agent={useQuery(agentQueries.detail(agentId)).data}
      userId={useAuth((state) => state.user?.id ?? '')}
      userName={useAuth((state) => state.user?.name ?? '')}
      isDemo={useQuery(settingsQueries.current()).data?.demo ?? false}
      suggestion={sugestao}
      onSuggestionTaken={() => void navigate({ to: '/app/$agentId/chat', replace: true })}
      messageId={mensagem}
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
