import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '#client/features/auth/use-account.ts'
import { meQueries } from '#client/features/me/me.api.ts'
import { MePage } from '#client/features/me/me-page.tsx'
import { notify } from '#client/lib/notify.ts'

export const Route = createFileRoute('/app/me/')({ component: MeRoute })

function MeRoute() {
  const { user, isImpersonated, signOut } = useAccount()
  const me = useQuery(meQueries.current())
  const sessions = useQuery({ ...meQueries.sessions(), enabled: !isImpersonated })
  if (!user) return null
  const handleDeleted = () => {
    notify('Sua conta foi excluída. Foi bom ter você aqui.', 'success')
    void signOut()
  }
  return (
    <MePage
      user={user}
      me={me}
      sessions={sessions}
      isImpersonated={isImpersonated}
      onDeleted={handleDeleted}
    />
  )
}
