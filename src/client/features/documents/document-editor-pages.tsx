import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Document } from '#shared/contract/documents.ts'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentProblem } from './document-error.tsx'
import classes from './document-page.module.css'
import { useDocument } from './documents.api.ts'

type Props = {
  documentId: string
  userId: string
  onSaved: (document: Document, isDone: boolean) => void
}

/** Opens a document in the editor, never from the cache. */
export function EditDocumentPage({ documentId, userId, onSaved }: Props) {
  const query = useDocument(documentId)
  if (query.isFetchedAfterMount && query.data) {
    return (
      <DocumentEditor
        document={query.data}
        userId={userId}
        onSaved={onSaved}
        cancel={
          <LinkButton
            to="/app/personalizacao/documentos/$documentId"
            params={{ documentId }}
            variant="default"
          >
            Cancelar
          </LinkButton>
        }
      />
    )
  }
  if (query.isError) return <DocumentProblem query={query} />
  return (
    <Stack gap={24} role="status" aria-label="Carregando o documento">
      <div className={`${classes.titleGap} skeleton`} aria-hidden />
      <div className={`${classes.textGap} skeleton`} aria-hidden />
    </Stack>
  )
}

export function NewDocumentPage({ userId, onSaved }: Omit<Props, 'documentId'>) {
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
