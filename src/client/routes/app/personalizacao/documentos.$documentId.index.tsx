import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { DocumentPage } from '#client/features/documents/document-page.tsx'

export const Route = createFileRoute('/app/personalizacao/documentos/$documentId/')({
  component: DocumentRoute,
})

function DocumentRoute() {
  const { documentId } = Route.useParams()
  const user = useAuth((state) => state.user)
  const navigate = Route.useNavigate()
  if (!user) return null
  return (
    <DocumentPage
      key={documentId}
      documentId={documentId}
      userId={user.id}
      userName={user.name}
      onDeleted={() => void navigate({ to: '/app/personalizacao/documentos', replace: true })}
      onRestored={() =>
        void navigate({ to: '/app/personalizacao/documentos/$documentId', params: { documentId } })
      }
    />
  )
}
