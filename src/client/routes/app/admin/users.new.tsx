import { createFileRoute } from '@tanstack/react-router'
import { AddPeopleTabs, wayOf } from '#client/features/admin/people/add-people-tabs.tsx'
import { ImportPage } from '#client/features/admin/people/import-page.tsx'
import { InvitationsPage } from '#client/features/admin/people/invitations-page.tsx'
import { InvitePage } from '#client/features/admin/people/invite-page.tsx'
import { UserNewPage } from '#client/features/admin/users/new-user-page.tsx'
import { useAuth } from '#client/features/auth/auth.ts'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/admin/users/new')({ component: AddPeopleRoute })

function AddPeopleRoute() {
  const editorId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  const way = wayOf(Route.useSearch())
  if (!editorId) return null
  const open = (userId: string) =>
    void navigate({ to: '/app/admin/users/$userId/edit', params: { userId }, ignoreBlocker: true })
  const handleCreated = ({ id, name }: { id: string; name: string }) => {
    showToast(`Conta de ${name} criada.`, 'success')
    open(id)
  }
  const handleAdded = ({ userId }: { userId: string | null }) =>
    userId ? open(userId) : void navigate({ search: { como: 'convites' } as never, ignoreBlocker: true })
  return (
    <>
      <AddPeopleTabs shown={way} />
      {way === 'convite' && <InvitePage editorId={editorId} onAdded={handleAdded} />}
      {way === 'planilha' && <ImportPage />}
      {way === 'convites' && <InvitationsPage />}
      {way === 'senha' && <UserNewPage editorId={editorId} onCreated={handleCreated} />}
    </>
  )
}
