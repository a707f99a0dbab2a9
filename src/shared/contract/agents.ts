import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { CHANNELS } from '../revisor/rules.ts'
import { Label } from './labels.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { PlanName } from './plans.ts'
import { RequiredField } from './required-context.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

export const PromptRecommendation = z.object({
  id: Id,
  agentId: Id,
  content: z.string(),
  order: z.int().min(0).max(2),
})
export type PromptRecommendation = z.infer<typeof PromptRecommendation>

/** An agent as users see it: never `systemPrompt` or `deletedAt`. */
export const Agent = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  photoUrl: z.string().nullable(),
  enableFreePlan: z.boolean(),
  labels: z.array(Label),
  promptRecommendations: z.array(PromptRecommendation).max(LIMITS.recommendationsPerAgent),
  /** Fields that the agent needs; the chat asks for the ones that the context lacks. */
  requiredContext: z.array(RequiredField),
  /** Messages of the month that one of its replies costs. */
  messageWeight: z.int(),
  /** Findings of the Revisor's rules stand under its ended replies. */
  reviewsReplies: z.boolean(),
  /** The channel whose rules these are. */
  reviewChannel: z.enum(CHANNELS),
  /** No plan of the user opens this agent. */
  locked: z.boolean(),
  /** Plans on sale that open it, in display order; empty unless `locked`. */
  plans: z.array(PlanName),
  /** False for a deleted agent, or a draft, that is shown because the user has a chat with it. */
  available: z.boolean(),
  /** True for administrators only: nobody else sees drafts. */
  isDraft: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Agent = z.infer<typeof Agent>

export const AgentsPage = pageOf(Agent)
export type AgentsPage = z.infer<typeof AgentsPage>

export const AgentsQuery = PageQuery.extend({
  labelId: z.optional(Id),
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
})
export type AgentsQuery = z.infer<typeof AgentsQuery>

export const AgentParams = z.object({ agentId: idWith('Invalid agent ID') })
