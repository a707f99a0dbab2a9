import { IconArrowUp } from '@tabler/icons-react'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { focusMessages } from '#client/features/chats/messages/focus-messages.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './empty-chat.module.css'

type Props = {
  agent: Agent
  isClosed: boolean
  session: ChatSession
  chosen: readonly ContextItem[]
  /** Called with the suggestion's text, variables included. */
  onSuggestion: (content: string) => void
}

/** A chat without messages: the agent's introduction and its suggestions. */
export function EmptyChat({ agent, isClosed, session, chosen, onSuggestion }: Props) {
  const isSending = useChatState(session, (state) => state.isSending)
  const suggestions = agent.promptRecommendations.toSorted((a, b) => a.order - b.order)
  return (
    <div className={classes.stage}>
      <div className={classes.light} aria-hidden>
        <Portrait photoUrl={agent.photoUrl} name={agent.name} size={176} className={classes.portrait} />
      </div>
      <h2 className={classes.name}>{agent.name}</h2>
      <p className={classes.description}>{agent.description}</p>
      {!isClosed && suggestions.length > 0 && (
        <ul className={classes.suggestions} aria-label="Sugestões para começar">
          {suggestions.map((suggestion) => (
            <li key={suggestion.id}>
              <button
                type="button"
                className={classes.suggestion}
                disabled={isSending}
                onClick={(event) => {
                  // With variables a form opens, which returns the focus to the button.
                  if (!suggestion.content.includes('{')) focusMessages(event.currentTarget)
                  onSuggestion(suggestion.content)
                }}
              >
                <span>
                  <LazyRecommendationText content={suggestion.content} chosen={chosen} />
                </span>
                <IconArrowUp size={18} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
