import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { chatCalls, chatQueries } from '#client/features/chats/session/chats.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'

/** Opens a conversation with another agent that goes on from a reply; `onOpened` comes before the address changes. */
export function useContinueWithAgent(fromMessageId: string, onOpened: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  // Another try of the same choice is the same conversation.
  const ids = useRef(new Map<string, string>())
  const choose = async (agentId: string) => {
    const id = ids.current.get(agentId) ?? newId()
    ids.current.set(agentId, id)
    setChosenId(agentId)
    setProblem(undefined)
    try {
      const chat = await chatCalls.createChat({ id, agentId, fromMessageId })
      client.setQueryData(chatQueries.detail(chat.id).queryKey, chat)
      client.setQueryData(chatQueries.messages(chat.id).queryKey, [])
      onOpened()
      await navigate({ to: '/app/$agentId/$chatId', params: { agentId, chatId: chat.id } })
    } catch (error) {
      setProblem(`A conversa não começou. ${errorText(error)}`)
      setChosenId(null)
    }
  }
  return { choose, chosenId, problem }
}
