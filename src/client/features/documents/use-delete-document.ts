import { useQueryClient } from '@tanstack/react-query'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { deleteDocument, restoreDocument } from './documents.api.ts'

type On = {
  /** A screen that shows the document has to leave. */
  onDeleted?: (() => void) | undefined
  onRestored?: (() => void) | undefined
}

/** Deletes a document, with a toast that undoes it. */
export function useDocumentRemoval({
  onDeleted,
  onRestored,
}: On = {}): (documentId: string) => Promise<void> {
  const client = useQueryClient()
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  const handleUndo = (documentId: string) =>
    attempt(async () => {
      await restoreDocument(client, documentId)
      onRestored?.()
    })
  return (documentId) =>
    attempt(async () => {
      const focus = focusNextItem()
      await deleteDocument(client, documentId)
      onDeleted?.()
      const onChoose = () => void handleUndo(documentId)
      showToast('Documento excluído.', 'info', { label: 'Desfazer', onChoose, ...focus })
    })
}
