import { ExportSheet } from '#client/ui/overlays/export-sheet.tsx'
import { fetchDocumentFile } from './documents.api.ts'

export function DocumentExport({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  return (
    <ExportSheet
      title="Exportar documento"
      lead="Vai o texto como está salvo, com o título no alto."
      fetchAs={(format) => fetchDocumentFile(documentId, format)}
      onClose={onClose}
    />
  )
}
