import * as z from 'zod/mini'
import { type AdminAgent, AgentForm } from '#shared/contract/agents-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Channel } from '#shared/revisor/rules.ts'

export type AgentValues = {
  photoUrl: string
  name: string
  description: string
  labelIds: string[]
  isDraft: boolean
  enableFreePlan: boolean
  /** Ids, or only {@link EVERY_PLAN}. */
  planIds: string[]
  systemPrompt: string
  model: string
  messageWeight: string
  reviewsReplies: boolean
  reviewChannel: Channel
  promptRecommendations: string[]
  requiredContext: string[]
  collectionIds: string[]
}

/** Instead of ids: every plan that opens the cast, also future ones. */
export const EVERY_PLAN = 'every'

const SLOTS = Array.from({ length: LIMITS.recommendationsPerAgent }, (_, order) => order)

export const NO_AGENT: AgentValues = {
  photoUrl: '',
  name: '',
  description: '',
  labelIds: [],
  isDraft: false,
  enableFreePlan: false,
  planIds: [EVERY_PLAN],
  systemPrompt: '',
  model: '',
  messageWeight: '1',
  reviewsReplies: false,
  reviewChannel: 'page',
  promptRecommendations: SLOTS.map(() => ''),
  requiredContext: [],
  collectionIds: [],
}

export const valuesOf = (agent: AdminAgent): AgentValues => ({
  photoUrl: agent.photoUrl ?? '',
  name: agent.name,
  description: agent.description,
  labelIds: agent.labels.map(({ id }) => id).toSorted(),
  isDraft: agent.isDraft,
  enableFreePlan: agent.enableFreePlan,
  planIds: agent.planIds?.toSorted() ?? [EVERY_PLAN],
  systemPrompt: agent.systemPrompt,
  model: agent.model ?? '',
  messageWeight: String(agent.messageWeight),
  reviewsReplies: agent.reviewsReplies,
  reviewChannel: agent.reviewChannel,
  promptRecommendations: SLOTS.map(
    (order) => agent.promptRecommendations.find((it) => it.order === order)?.content ?? '',
  ),
  requiredContext: agent.requiredContext.toSorted(),
  collectionIds: agent.collections.map(({ id }) => id).toSorted(),
})

export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id].toSorted()

const written = (contents: readonly string[]) =>
  contents.flatMap((content, order) => (content.trim() === '' ? [] : [{ content, order }]))

export function bodyOf(values: AgentValues) {
  const promptRecommendations = written(values.promptRecommendations)
  return {
    ...values,
    photoUrl: values.photoUrl.trim() || null,
    planIds: values.planIds.includes(EVERY_PLAN) ? null : values.planIds,
    model: values.model.trim() || null,
    messageWeight: Number(values.messageWeight.trim() || Number.NaN),
    promptRecommendations: promptRecommendations.length > 0 ? promptRecommendations : null,
  }
}

export const TypedAgent = z.pipe(z.transform(bodyOf), AgentForm)

export function suggestionError(
  errors: Record<string, unknown>,
  { promptRecommendations }: Pick<AgentValues, 'promptRecommendations'>,
  index: number,
): unknown {
  const place = written(promptRecommendations).findIndex(({ order }) => order === index)
  return place === -1 ? undefined : errors[`promptRecommendations.${place}.content`]
}
