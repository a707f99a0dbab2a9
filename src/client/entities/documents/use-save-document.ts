import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { v7 as newId } from 'uuid'
import { invalidateAssets } from '#client/entities/business/assets.api.ts'
import { request } from '#client/lib/http/http-client.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { CreateDocument, Document } from '#shared/contract/documents.ts'

type NewDocument = Omit<CreateDocument, 'id'>

type Options = {
  make: (text: string) => NewDocument | Promise<NewDocument>
  /** Adds a sentence to the toast. */
  onStored?: (document: Document) => Promise<string>
  onDone?: () => void
}

/** Saves a text as a new document. The same text is sent again under the same id after a lost answer. */
export function useSaveDocument({ make, onStored, onDone }: Options) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sent = useRef<CreateDocument>(undefined)
  return useMutation({
    mutationFn: async (text: string) => {
      const made = await make(text)
      const isSame = sent.current?.body === made.body && sent.current.title === made.title
      if (!isSame) sent.current = { id: newId(), ...made }
      const document = await request<Document>('POST', '/documents', { body: sent.current })
      sent.current = undefined
      return { document, more: await onStored?.(document) }
    },
    onSuccess: ({ document: { id: documentId, title }, more }) => {
      void invalidateAssets(client)
      void client.invalidateQueries({ queryKey: ['documents'] })
      onDone?.()
      const open = () =>
        void navigate({ to: '/app/personalizacao/documentos/$documentId', params: { documentId } })
      const saved = `Documento “${title}” salvo.`
      showToast(more ? `${saved} ${more}` : saved, 'success', { label: 'Abrir', onChoose: open })
    },
  })
}
