import { createFileRoute } from '@tanstack/react-router'
import { MailSheet } from '#client/features/admin/people-mails/mail-sheet.tsx'
import { MailStatus } from '#client/features/admin/people-mails/mail-status.tsx'
import { SegmentBar } from '#client/features/admin/segments/segment-bar.tsx'
import { UsersPage } from '#client/features/admin/users/users-page.tsx'
import { readUsers } from '#client/features/admin/users/users-search.ts'
import { useAuth } from '#client/features/auth/auth.ts'

export const Route = createFileRoute('/app/admin/users/')({
  validateSearch: readUsers,
  component: UsersRoute,
})

function UsersRoute() {
  const ownId = useAuth((state) => state.user?.id)
  const search = Route.useSearch()
  return (
    <UsersPage
      search={search}
      ownId={ownId}
      segments={<SegmentBar search={search} />}
      mailStatus={<MailStatus />}
      renderMail={(props) => ownId && <MailSheet {...props} ownId={ownId} />}
    />
  )
}
