import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NotFoundScreen } from '#client/components/not-found-screen.tsx'
import { requireSession } from '#client/features/auth/guards.ts'
import { useAccount } from '#client/features/auth/use-account.ts'
import { chatQueries } from '#client/features/chats/chats.api.ts'
import { Sidebar } from '#client/features/history/sidebar.tsx'
import { useOpenChat } from '#client/features/history/use-history.ts'
import { TermsSheet } from '#client/features/me/terms-sheet.tsx'
import { NoticeSlot } from '#client/features/notices/notice-slot.tsx'
import { type Overlay, Overlays } from '#client/features/palette/overlays.tsx'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { ShellSkeleton } from '#client/features/shell/shell-skeleton.tsx'
import { PlanSlot } from '#client/features/subscriptions/plan-slot.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: requireSession,
  // What is there while it waits: `Entering`.
  component: App,
  notFoundComponent: NotFoundScreen,
})

function App() {
  const { user, isImpersonated, signOut, returnToSelf } = useAccount()
  const { agentId, chatId } = useParams({ strict: false })
  const chat = useQuery({ ...chatQueries.detail(chatId ?? ''), enabled: chatId !== undefined })
  // What an administrator looks at stays unread for the person.
  useOpenChat(chatId ? chat.data : undefined, { marksRead: !isImpersonated })
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  // Signing out empties the cache: the pages must be gone by then, or each would ask its questions again.
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
      />
      <Overlays
        shown={overlay}
        onShow={setOverlay}
        agentId={agentId}
        isAdmin={user.role === 'admin'}
        onSignOut={signOut}
      />
      <PlanSlot user={user} isOwn={!isImpersonated} />
      {/* A yes is the person's own to give. */}
      {!isImpersonated && <TermsSheet onSignOut={signOut} />}
    </>
  )
}
