import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { requireSession } from '#client/features/auth/route-guards.ts'
import { StepUpSlot } from '#client/features/auth/step-up-slot.tsx'
import { useAccount } from '#client/features/auth/use-account.ts'
import { Sidebar } from '#client/features/chat-history/sidebar.tsx'
import { useOpenChat } from '#client/features/chat-history/use-chat-list.ts'
import { useOutbox } from '#client/features/chats/outbox/use-outbox.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { type Overlay, Overlays } from '#client/features/command-palette/overlays.tsx'
import { TermsSheet } from '#client/features/me/terms-sheet.tsx'
import { NoticeSlot } from '#client/features/notices/lazy-notice-banner.tsx'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { ShellSkeleton } from '#client/features/shell/shell-skeleton.tsx'
import { PlanSlot } from '#client/features/subscriptions/lazy-plan-sheet.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { NotFoundScreen } from '#client/ui/layout/not-found-screen.tsx'
import { leaveOldAddress } from './-old-addresses.ts'

export const Route = createFileRoute('/app')({
  beforeLoad: (visit) => {
    leaveOldAddress(visit.location)
    return requireSession(visit)
  },
  // `Entering` shows the pending state.
  component: App,
  notFoundComponent: NotFoundScreen,
})

function App() {
  const { user, isImpersonated, signOut, returnToSelf } = useAccount()
  const { agentId, chatId } = useParams({ strict: false })
  const chat = useQuery({ ...chatQueries.detail(chatId ?? ''), enabled: chatId !== undefined })
  // An impersonation must not mark anything as read.
  useOpenChat(chatId ? chat.data : undefined, { marksRead: !isImpersonated })
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const navigate = Route.useNavigate()
  const queued = useOutbox(user?.id ?? '', (sent) =>
    showToast('A mensagem que estava na fila foi enviada.', 'success', {
      label: 'Ver conversa',
      onChoose: () => void navigate({ to: '/app/$agentId/$chatId', params: sent }),
    }),
  )
  // A sign-out empties the cache: the pages must be unmounted before, or each would fetch again.
  if (!user) return <ShellSkeleton />
  return (
    <>
      <AppShell
        user={user}
        agentId={agentId}
        sidebar={<Sidebar agentId={agentId} openChatId={chatId} />}
        onSignOut={signOut}
        onShortcuts={() => setOverlay('shortcuts')}
        onPalette={() => setOverlay('palette')}
        notices={<NoticeSlot isOwn={!isImpersonated} />}
        onReturn={isImpersonated ? returnToSelf : undefined}
        queued={queued}
      />
      <Overlays
        shown={overlay}
        onShow={setOverlay}
        agentId={agentId}
        isAdmin={user.role === 'admin'}
        onSignOut={signOut}
      />
      <PlanSlot user={user} isOwn={!isImpersonated} />
      {/* Only the user can accept the terms, and prove who is there. */}
      {!isImpersonated && <TermsSheet onSignOut={signOut} />}
      {!isImpersonated && <StepUpSlot email={user.email} />}
    </>
  )
}
