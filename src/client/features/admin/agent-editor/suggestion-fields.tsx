import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { LazyRecommendationText } from '#client/entities/agents/lazy-recommendation-text.tsx'
import { isKnownVariable, parseRecommendation, variablesOf } from '#client/entities/agents/recommendation.ts'
import { NO_ITEMS } from '#client/entities/business/context-items.ts'
import { useInsertAtCaret } from '#client/lib/browser/use-insert-at-caret.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { suggestionError } from './agent-values.ts'
import { type AgentFields, fieldErrorText } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import { SUGGESTION_VARIABLES } from './prompt-variables.ts'
import classes from './suggestion-fields.module.css'

export function SuggestionFields({ form }: AgentFields) {
  const { promptRecommendations } = form.values
  const last = useRef<{ field: HTMLTextAreaElement; index: number } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const change = (index: number, content: string) =>
    form.setFieldValue(
      'promptRecommendations',
      promptRecommendations.map((it, at) => (at === index ? content : it)),
    )
  const insert = useInsertAtCaret((text) => change(last.current?.index ?? 0, text))
  const handleInsert = (name: string) => {
    const field = last.current?.field ?? list.current?.querySelector('textarea')
    if (!field) return
    last.current ??= { field, index: 0 }
    insert(field, `{${name}}`)
  }
  return (
    <FormSection
      title="Sugestões"
      lead="Até três maneiras de começar. O que fica {entre chaves} é uma variável: a conversa põe ali o que a pessoa escolheu, ou pergunta."
    >
      <Stack gap={16} ref={list}>
        {promptRecommendations.map((content, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each position is its own field.
          <Stack gap={4} key={index}>
            <Textarea
              label={`Sugestão ${index + 1}`}
              name={`promptRecommendations.${index}`}
              data-path={`promptRecommendations.${index}`}
              rows={2}
              size="md"
              classNames={{ input: classes.input ?? '' }}
              value={content}
              error={fieldErrorText(suggestionError(form.errors, form.values, index))}
              onFocus={(event) => {
                last.current = { field: event.currentTarget, index }
              }}
              onChange={(event) => change(index, event.currentTarget.value)}
            />
            {content.includes('{') && <Variables content={content} />}
          </Stack>
        ))}
      </Stack>
      <Row gap={4} className={classes.known}>
        <span>Inserir</span>
        {SUGGESTION_VARIABLES.map((name) => (
          <button key={name} type="button" onClick={() => handleInsert(name)}>
            {`{${name}}`}
          </button>
        ))}
      </Row>
    </FormSection>
  )
}

function Variables({ content }: { content: string }) {
  const asked = variablesOf(parseRecommendation(content)).filter(({ key }) => !isKnownVariable(key))
  return (
    <p className={classes.preview}>
      <span className="visually-hidden">Como aparece: </span>
      <LazyRecommendationText content={content} chosen={NO_ITEMS} />
      {asked.length > 0 && (
        <span className={classes.asked}>
          A conversa pergunta: {asked.map(({ name }) => name).join(', ')}.
        </span>
      )}
    </p>
  )
}
