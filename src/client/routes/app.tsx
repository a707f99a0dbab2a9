import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#client/features/auth/guards.ts'
import { useAccount } from '#client/features/auth/use-account.ts'
import { TermsSheet } from '#client/features/me/terms-sheet.tsx'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { ShellSkeleton } from '#client/features/shell/shell-skeleton.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: requireSession,
  pendingComponent: ShellSkeleton,
  component: App,
})

function App() {
  const { user, isImpersonated, signOut, returnToSelf } = useAccount()
  // Signing out empties the cache: the pages must be gone by then, or each would ask its questions again.
  if (!user) return <ShellSkeleton />
  return (
    <>
      <AppShell user={user} onSignOut={signOut} onReturn={isImpersonated ? returnToSelf : undefined} />
      {/* A yes is the person's own to give. */}
      {!isImpersonated && <TermsSheet onSignOut={signOut} />}
    </>
  )
}
