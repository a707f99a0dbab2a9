import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { seeTrash } from '#client/entities/trash/see-trash.ts'
import { deleteWithUndo } from '#client/ui/feedback/delete-with-undo.ts'
import { deleteDocument, restoreDocument } from './documents.api.ts'

type On = {
  /** A screen that shows the document has to leave. */
  onDeleted?: (() => void) | undefined
  onRestored?: (() => void) | undefined
}

/** Deletes a document, with a toast that undoes it. */
export function useDeleteDocument({ onDeleted, onRestored }: On = {}): (id: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (id) =>
    deleteWithUndo({
      remove: async () => {
        await deleteDocument(client, id)
        onDeleted?.()
      },
      restore: async () => {
        await restoreDocument(client, id)
        onRestored?.()
      },
      deleted: 'Documento excluído.',
      more: seeTrash(navigate),
    })
}
