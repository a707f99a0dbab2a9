import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { Document } from '#shared/contract/documents.ts'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentProblem } from './document-error.tsx'
import classes from './document-page.module.css'
import { documentQueries } from './documents.api.ts'

type Props = {
  documentId: string
  userId: string
  /** After a save; `isDone` once nothing is left to be written. */
  onSaved: (document: Document, isDone: boolean) => void
}

/** One document, to be written on: as the server has it now, or as it was left in this browser. */
export function EditDocumentPage({ documentId, userId, onSaved }: Props) {
  const query = useQuery({ ...documentQueries.detail(documentId), refetchOnMount: 'always' })
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
    <div role="status" aria-label="Carregando o documento" className={classes.opening}>
      <div className={`${classes.titleGap} skeleton`} aria-hidden />
      <div className={`${classes.textGap} skeleton`} aria-hidden />
    </div>
  )
}
