import { expect, it } from 'vitest'
import { isKnownVariable, parseRecommendation, variablesOf } from '#client/entities/agents/recommendation.ts'
import { SUGGESTION_VARIABLES, unknownVariables } from './prompt-variables.ts'

it('tells the names that nothing stands for, each once', () => {
  const prompt = 'Ajude {{nome_do_criador}}, {{ nome }} e {{nome}}. Hoje: {{data_de_hoje}}. {produto}'
  expect(unknownVariables(prompt)).toEqual(['nome'])
})

it.each(SUGGESTION_VARIABLES)('a chat can fill {%s} from what was chosen', (name) => {
  const [variable] = variablesOf(parseRecommendation(`Sobre {${name}}`))
  expect(variable && isKnownVariable(variable.key)).toBe(true)
})
