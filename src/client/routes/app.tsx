import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#client/features/auth/guards.ts'
import { useAccount } from '#client/features/auth/use-account.ts'
import { AppShell } from '#client/features/shell/app-shell.tsx'
import { ShellSkeleton } from '#client/features/shell/shell-skeleton.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: requireSession,
  pendingComponent: ShellSkeleton,
  component: App,
})

function App() {
  const { user, signOut } = useAccount()
  // Signing out empties the cache: the pages must be gone by then, or each would ask its questions again.
  return user ? <AppShell user={user} onSignOut={signOut} /> : <ShellSkeleton />
}
