import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '#client/features/admin/users/users-page.tsx'
import { readUsers } from '#client/features/admin/users/users-search.ts'

export const Route = createFileRoute('/app/admin/users/')({
  validateSearch: readUsers,
  component: UsersRoute,
})

function UsersRoute() {
  return <UsersPage search={Route.useSearch()} />
}
