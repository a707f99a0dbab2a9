import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { NewDocumentPage } from '#client/features/documents/new-document-page.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Document } from '#shared/contract/documents.ts'

export const Route = createFileRoute('/app/personalizacao/documentos/new')({ component: NewDocumentRoute })

function NewDocumentRoute() {
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = ({ id }: Document, isDone: boolean) => {
    showToast('Documento salvo.', 'success')
    const to = isDone
      ? '/app/personalizacao/documentos/$documentId'
      : '/app/personalizacao/documentos/$documentId/editar'
    void navigate({ to, params: { documentId: id }, replace: true, ignoreBlocker: true })
  }
  return <NewDocumentPage userId={userId} onSaved={handleSaved} />
}
