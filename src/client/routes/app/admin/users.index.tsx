import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '#client/features/admin/users/users-page.tsx'
import { readUsers } from '#client/features/admin/users/users-search.ts'
import { useAuth } from '#client/features/auth/auth.ts'

export const Route = createFileRoute('/app/admin/users/')({
  validateSearch: readUsers,
  component: UsersRoute,
})

function UsersRoute() {
  const ownId = useAuth((state) => state.user?.id)
  return <UsersPage search={Route.useSearch()} ownId={ownId} />
}
