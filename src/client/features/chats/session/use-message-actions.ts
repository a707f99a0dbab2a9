import { useQueryClient } from '@tanstack/react-query'
import { broadcastChatChange } from '#client/entities/chats/chat-broadcast.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Message, MessageFeedback } from '#shared/contract/messages.ts'
import { chatCalls, showBranch, updateMessages } from './chat-calls.ts'
import { patchMessage } from './message-updates.ts'

/** Branch, delete and rate; each resolves to whether it succeeded, and shows a toast if not. */
export function useMessageActions(chatId: string) {
  const client = useQueryClient()
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action()
      broadcastChatChange(chatId)
      return true
    } catch (error) {
      showToast(errorText(error), 'error')
      return false
    }
  }
  return {
    selectVersion: (messageId: string) =>
      attempt(async () => showBranch(client, chatId, await chatCalls.selectBranch(chatId, messageId))),
    remove: (messageId: string) =>
      attempt(async () => {
        const newest = await chatCalls.deleteMessage(chatId, messageId)
        showBranch(client, chatId, newest)
      }),
    rate: (message: Message, feedback: MessageFeedback) =>
      attempt(async () => {
        const rated = await chatCalls.rate(chatId, message.id, feedback)
        updateMessages(client, chatId, (known) =>
          patchMessage(known, message.id, { feedback: rated.feedback }),
        )
      }),
  }
}
