import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { EditDocumentPage } from '#client/features/documents/document-editor-pages.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Document } from '#shared/contract/documents.ts'

export const Route = createFileRoute('/app/personalizacao/documentos/$documentId/editar')({
  component: EditDocumentRoute,
})

function EditDocumentRoute() {
  const { documentId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (!userId) return null
  const handleSaved = ({ id }: Document, isDone: boolean) => {
    showToast('Documento salvo.', 'success')
    const place = isDone ? 'documentos/$documentId' : 'documentos/$documentId/editar'
    const to = `/app/personalizacao/${place}` as const
    if (isDone || id !== documentId) {
      void navigate({ to, params: { documentId: id }, replace: true, ignoreBlocker: true })
    }
  }
  return <EditDocumentPage key={documentId} documentId={documentId} userId={userId} onSaved={handleSaved} />
}
