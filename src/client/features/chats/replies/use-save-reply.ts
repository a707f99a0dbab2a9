import { useQueryClient } from '@tanstack/react-query'
import { documentTitle } from '#client/entities/documents/document-title.ts'
import { useSaveDocument } from '#client/entities/documents/use-save-document.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import type { Message } from '#shared/contract/messages.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'

/** Saves a text of a reply as a document, with the footnotes that it cites. */
export function useSaveReply({ message, onSaved }: { message: Message; onSaved: () => void }) {
  const client = useQueryClient()
  return useSaveDocument({
    make: async (saved) => {
      const { title } = await client.ensureQueryData(chatQueries.detail(message.chatId))
      const cited = message.citations?.filter(({ number }) => saved.includes(`[${number}]`))
      return {
        title: documentTitle(saved, title),
        body: withFootnotes(saved, cited),
        messageId: message.id,
      }
    },
    onDone: onSaved,
  })
}
