import { exportChat } from '#client/lib/chat-changes.ts'
import { ExportSheet } from './export-sheet.tsx'

/** Brings the chat as a file. */
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
