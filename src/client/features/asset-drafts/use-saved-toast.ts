import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type DraftSource, draftQueries } from './asset-drafts.api.ts'

const NOWHERE: DraftSource = { chatId: '', messageId: '' }

/** Shows `text` as a toast, with a link to the chat of `source`. */
export function useSavedToast(text: string, source: DraftSource | undefined): () => void {
  const navigate = useNavigate()
  const { data } = useQuery({ ...draftQueries.source(source ?? NOWHERE), enabled: source !== undefined })
  return () => {
    const chat = source && data?.chat
    if (!chat) return showToast(text, 'success')
    const params = { agentId: chat.agentId, chatId: chat.id }
    const search = { mensagem: source.messageId }
    showToast(text, 'success', {
      label: 'Voltar à conversa',
      onChoose: () => void navigate({ to: '/app/$agentId/$chatId', params, search }),
    })
  }
}
