import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { Document } from '#shared/contract/documents.ts'
import { DocumentEditor } from './document-editor.tsx'

type Props = {
  userId: string
  onSaved: (document: Document, isDone: boolean) => void
}

export function NewDocumentPage({ userId, onSaved }: Props) {
  return (
    <DocumentEditor
      document={undefined}
      userId={userId}
      onSaved={onSaved}
      cancel={
        <LinkButton to="/app/personalizacao/documentos" variant="default">
          Voltar
        </LinkButton>
      }
    />
  )
}
