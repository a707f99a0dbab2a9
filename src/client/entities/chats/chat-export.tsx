import { ExportSheet } from '#client/ui/overlays/export-sheet.tsx'
import { exportChat } from './chat-mutations.ts'

export function ChatExport({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  return (
    <ExportSheet
      title="Exportar conversa"
      lead="Vai a conversa como está na tela, com os seus anexos citados pelo nome."
      fetchAs={(format) => exportChat(chatId, format)}
      onClose={onClose}
    />
  )
}
