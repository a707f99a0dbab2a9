import { IconArrowUpRight } from '@tabler/icons-react'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import classes from './test-chat-empty.module.css'

type Props = {
  agent: { name: string; photoUrl: string | null; suggestions: readonly string[] }
  /** The agent, as one calls it. */
  who: string
  isReady: boolean
  chosen: readonly ContextItem[]
  onChoose: (suggestion: string) => void
}

/** Before the first question: the agent under the lamp, and how people will begin with it. */
export function TestStage({ agent, who, isReady, chosen, onChoose }: Props) {
  const suggestions = agent.suggestions.filter((content) => content.trim() !== '')
  return (
    <div className={classes.stage}>
      <div className={classes.light}>
        <Portrait photoUrl={agent.photoUrl} name={agent.name || '?'} size={96} className={classes.portrait} />
      </div>
      <h2 className={classes.title}>{isReady ? `Ensaie com ${who}` : 'O ensaio é aqui'}</h2>
      <p className={classes.lead}>
        {isReady
          ? 'A resposta usa o que está no formulário agora, salvo ou não. Nada desta conversa fica guardado.'
          : 'Escreva as instruções no formulário e converse com o agente antes de publicar.'}
      </p>
      {isReady && suggestions.length > 0 && (
        <Stack as="ul" className={classes.suggestions} aria-label="Sugestões do agente">
          {suggestions.map((content, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same while they are written.
            <li key={index}>
              <button type="button" className={classes.suggestion} onClick={() => onChoose(content)}>
                <span>
                  <LazyRecommendationText content={content} chosen={chosen} />
                </span>
                <IconArrowUpRight size={18} aria-hidden />
              </button>
            </li>
          ))}
        </Stack>
      )}
    </div>
  )
}
