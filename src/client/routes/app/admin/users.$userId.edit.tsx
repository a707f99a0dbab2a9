import { createFileRoute } from '@tanstack/react-router'
import { PersonNotes } from '#client/features/admin/person/person-notes.tsx'
import { PersonPayments } from '#client/features/admin/person/person-payments.tsx'
import { PersonUsage } from '#client/features/admin/person/person-usage.tsx'
import { UserEditPage } from '#client/features/admin/users/edit-user-page.tsx'
import { UserFailure, UserSkeleton } from '#client/features/admin/users/user-load-state.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/users/$userId/edit')({
  // The pending component is in this route's chunk.
  codeSplitGroupings: [['component', 'pendingComponent']],
  loader: async (ctx) => (await import('#client/features/admin/users/load-user.ts')).loadUser(ctx),
  pendingComponent: UserSkeleton,
  component: EditUserRoute,
})

function EditUserRoute() {
  const loaded = Route.useLoaderData()
  const editorId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!editorId) return null
  if ('message' in loaded) return <UserFailure error={loaded} />
  const handleRemoved = () => {
    showToast(`A conta de ${loaded.name} foi excluída.`, 'success')
    return navigate({ to: '/app/admin/users', ignoreBlocker: true })
  }
  const { id: userId } = loaded
  return (
    <UserEditPage
      key={userId}
      {...{ loaded, editorId, onRemoved: handleRemoved }}
      notes={<PersonNotes userId={userId} />}
      payments={<PersonPayments userId={userId} />}
      usage={<PersonUsage userId={userId} />}
    />
  )
}
