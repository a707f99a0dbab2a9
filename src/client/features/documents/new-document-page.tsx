import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { Document } from '#shared/contract/documents.ts'
import { DocumentEditor } from './document-editor.tsx'

type Props = {
  userId: string
  /** After it was stored; `isDone` once nothing is left to be written. */
  onSaved: (document: Document, isDone: boolean) => void
}

/** A document that begins as an empty page, or as what was left of one. */
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
