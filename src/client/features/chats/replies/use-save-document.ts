import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { v7 as newId } from 'uuid'
import { invalidateAssets } from '#client/entities/business/assets.api.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { request } from '#client/lib/http/http-client.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { CreateDocument, Document } from '#shared/contract/documents.ts'
import type { Message } from '#shared/contract/messages.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { documentTitle } from './document-title.ts'

/** Saves one text of a reply as a document, with the footnotes that it cites; a toast opens it. */
export function useSaveDocument({ message, onSaved }: { message: Message; onSaved: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  /** Repeated unchanged after a lost answer, for one document. */
  const sent = useRef<CreateDocument>(undefined)
  return useMutation({
    mutationFn: async (saved: string) => {
      const { title: chatTitle } = await client.ensureQueryData(chatQueries.detail(message.chatId))
      const title = documentTitle(saved, chatTitle)
      const cited = message.citations?.filter(({ number }) => saved.includes(`[${number}]`))
      const body = withFootnotes(saved, cited)
      sent.current ??= { id: newId(), title, body, messageId: message.id }
      return await request<Document>('POST', '/documents', { body: sent.current })
    },
    onSuccess: ({ id: documentId, title }) => {
      void invalidateAssets(client)
      void client.invalidateQueries({ queryKey: ['documents'] })
      onSaved()
      const open = () =>
        void navigate({ to: '/app/personalizacao/documentos/$documentId', params: { documentId } })
      showToast(`Documento “${title}” salvo.`, 'success', { label: 'Abrir', onChoose: open })
    },
  })
}
