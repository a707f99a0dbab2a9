import { useCallback, useEffect, useRef, useState } from 'react'
import { closedText } from '#client/features/chats/session/chat-texts.ts'
import type { Agent } from '#shared/contract/agents.ts'

type Props = { agent: Agent; suggestion?: number | undefined; onSuggestionTaken: () => void }

/**
 * Sends suggestions. The one in the address is sent once, after it was removed from the address. A suggestion with
 * variables is `asked` instead, until `forget`.
 */
export function useSuggestions(
  { agent, suggestion, onSuggestionTaken }: Props,
  isNew: boolean,
  send: (text: string) => void,
) {
  const [asked, setAsked] = useState<string | null>(null)
  const take = (content: string) => (content.includes('{') ? setAsked(content) : send(content))
  const taken = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (suggestion === undefined) {
      taken.current = undefined
      return
    }
    if (taken.current === suggestion) return
    taken.current = suggestion
    onSuggestionTaken()
    const chosen = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)[suggestion]
    if (isNew && chosen && closedText(agent) === null) take(chosen.content)
  })
  return { asked, take, forget: useCallback(() => setAsked(null), []) }
}
