import * as z from 'zod/mini'
import { type AdminAgent, AgentForm } from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'

/** The agent's form as it is typed: what is left out is an empty text, and there are always as many suggestions as fit. */
export type AgentValues = {
  photoUrl: string
  name: string
  description: string
  labelIds: string[]
  enableFreePlan: boolean
  systemPrompt: string
  model: string
  promptRecommendations: string[]
  requiredContext: string[]
}

const SLOTS = Array.from({ length: LIMITS.recommendationsPerAgent }, (_, order) => order)

export const NO_AGENT: AgentValues = {
  photoUrl: '',
  name: '',
  description: '',
  labelIds: [],
  enableFreePlan: false,
  systemPrompt: '',
  model: '',
  promptRecommendations: SLOTS.map(() => ''),
  requiredContext: [],
}

/** An agent as its form shows it. */
export const valuesOf = (agent: AdminAgent): AgentValues => ({
  photoUrl: agent.photoUrl ?? '',
  name: agent.name,
  description: agent.description,
  labelIds: agent.labels.map(({ id }) => id).toSorted(),
  enableFreePlan: agent.enableFreePlan,
  systemPrompt: agent.systemPrompt,
  model: agent.model ?? '',
  promptRecommendations: SLOTS.map(
    (order) => agent.promptRecommendations.find((it) => it.order === order)?.content ?? '',
  ),
  requiredContext: agent.requiredContext.toSorted(),
})

/** What is chosen with one more or one less; sorted, so that the same choice is the same list. */
export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id].toSorted()

/** Of the suggestions, those that say something, each in the place where it was written. */
const written = (contents: readonly string[]) =>
  contents.flatMap((content, order) => (content.trim() === '' ? [] : [{ content, order }]))

/** The call's body, of values as they are typed; nothing is checked. */
export function bodyOf(values: AgentValues) {
  const promptRecommendations = written(values.promptRecommendations)
  return {
    ...values,
    photoUrl: values.photoUrl.trim() || null,
    model: values.model.trim() || null,
    promptRecommendations: promptRecommendations.length > 0 ? promptRecommendations : null,
  }
}

/** The contract's form, of values as they are typed. */
export const TypedAgent = z.pipe(z.transform(bodyOf), AgentForm)

/** What is wrong with the suggestion at `index`: the contract counts only those that say something. */
export function suggestionError(
  errors: Record<string, unknown>,
  { promptRecommendations }: Pick<AgentValues, 'promptRecommendations'>,
  index: number,
): unknown {
  const place = written(promptRecommendations).findIndex(({ order }) => order === index)
  return place === -1 ? undefined : errors[`promptRecommendations.${place}.content`]
}
