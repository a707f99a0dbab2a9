import { IconArrowUp } from '@tabler/icons-react'
import { Portrait } from '#client/components/portrait.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import type { ChatSession } from './chat-session.ts'
import classes from './chat-stage.module.css'
import { keepFocusInChat } from './keep-focus.ts'
import { useChatState } from './use-chat-session.ts'

type Props = { agent: Agent; isClosed: boolean; session: ChatSession; onSend: (text: string) => void }

/** A chat before its first word: the agent under the lamp, and lines to begin with. */
export function ChatStage({ agent, isClosed, session, onSend }: Props) {
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
                  keepFocusInChat(event.currentTarget)
                  onSend(suggestion.content)
                }}
              >
                <span>{suggestion.content}</span>
                <IconArrowUp size={18} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
