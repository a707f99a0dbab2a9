import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { agentFields as fields } from './agent-fields.ts'
import { Agent, AgentsQuery } from './agents.ts'
import { pageOf } from './pagination.ts'
import { hasNoRepeats, Id, idWith, Timestamp } from './scalars.ts'

const { agentsMax } = LIMITS

/** Same fields as the call's body. */
export const AgentForm = mini.object(fields)
export type AgentForm = mini.infer<typeof AgentForm>

/** A new agent comes last in the gallery. */
export const CreateAgent = z.strictObject({
  ...fields,
  photoUrl: mini._default(fields.photoUrl, null),
  isDraft: mini._default(fields.isDraft, false),
  enableFreePlan: mini._default(fields.enableFreePlan, false),
  planIds: mini._default(fields.planIds, null),
  labelIds: mini._default(fields.labelIds, []),
  promptRecommendations: mini._default(fields.promptRecommendations, null),
  requiredContext: mini._default(fields.requiredContext, []),
  collectionIds: mini._default(fields.collectionIds, []),
  model: mini._default(fields.model, null),
  messageWeight: mini._default(fields.messageWeight, 1),
  reviewsReplies: mini._default(fields.reviewsReplies, false),
  reviewChannel: mini._default(fields.reviewChannel, 'page'),
})
export type CreateAgent = z.infer<typeof CreateAgent>

/**
 * The version that was read. If it has changed since, the answer is CONFLICT with the current one in
 * `details.version`.
 */
const version = z.int('Versão inválida').min(1, 'Versão inválida').max(2_000_000_000, 'Versão inválida')

/** Omitted fields stay. A changed prompt creates a prompt version. */
export const UpdateAgent = z
  .strictObject(fields)
  .partial()
  .extend({ version })
  .refine((change) => Object.keys(change).length > 1, 'Nada para mudar')
export type UpdateAgent = z.infer<typeof UpdateAgent>

/** Body of calls that change an agent without other fields. */
export const AgentGuard = z.strictObject({ version })

/** An agent in the administrators' table, without its prompt. */
export const AdminAgentSummary = Agent.omit({ locked: true, available: true, plans: true }).extend({
  /** Only administrators see it. Unlike a deleted one it is listed, in its position, and can be tried in a chat. */
  isDraft: z.boolean(),
  /** The plans that open it; null for every plan with `allAgents`. */
  planIds: z.array(Id).nullable(),
  model: z.string().nullable(),
  version: z.int(),
  /** Number of the current prompt version. */
  promptVersion: z.int(),
  order: z.int(),
  usage: z.object({
    /** Users' messages of the last 30 days including today, in America/Sao_Paulo. */
    messages30d: z.int().min(0),
    /** Ratings of all time. */
    approval: z.object({ up: z.int().min(0), down: z.int().min(0) }),
  }),
  deletedAt: z.nullable(Timestamp),
})
export type AdminAgentSummary = z.infer<typeof AdminAgentSummary>

export const AdminAgent = AdminAgentSummary.extend({
  systemPrompt: z.string(),
  /** House collections that it reads, by name. */
  collections: z.array(z.object({ id: Id, name: z.string() })),
})
export type AdminAgent = z.infer<typeof AdminAgent>

export const AdminAgentsPage = pageOf(AdminAgentSummary)
export type AdminAgentsPage = z.infer<typeof AdminAgentsPage>

/** In gallery order; `deleted` lists deleted agents instead, the latest first. */
export const AdminAgentsQuery = AgentsQuery.extend({
  deleted: z.stringbool({ error: 'Filtro inválido' }).default(false),
})
export type AdminAgentsQuery = z.infer<typeof AdminAgentsQuery>

export const DeletedAgent = z.object({ id: Id, deletedAt: Timestamp })
export type DeletedAgent = z.infer<typeof DeletedAgent>

/** Every agent that is not deleted, each once; otherwise CONFLICT, because the list has changed. */
export const AgentOrder = z.strictObject({
  ids: z
    .array(idWith('Invalid agent ID'))
    .max(agentsMax, 'Há agentes demais')
    .refine(hasNoRepeats, 'Há um agente repetido'),
})
export type AgentOrder = z.infer<typeof AgentOrder>

export const AgentVersion = z.object({
  number: z.int(),
  systemPrompt: z.string(),
  /** Null for the version that came with the installation. */
  authorName: z.string().nullable(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
})
export type AgentVersion = z.infer<typeof AgentVersion>

/** Newest first. */
export const AgentVersionsPage = pageOf(AgentVersion)
export type AgentVersionsPage = z.infer<typeof AgentVersionsPage>

export const AgentVersionParams = z.object({
  agentId: idWith('Invalid agent ID'),
  number: z.coerce
    .number({ error: 'Versão inválida' })
    .int('Versão inválida')
    .min(1, 'Versão inválida')
    .max(2_000_000_000, 'Versão inválida'),
})

export const AgentModels = z.object({
  /** No provider is configured, so the demo model writes every reply. */
  isDemo: z.boolean(),
  /** OPENAI_MODEL names none, and the server of OPENAI_BASE_URL lists no chat model: its replies fail. */
  isUnnamed: z.boolean(),
  /** The models that the house offers, and those that agents still use. An agent accepts any other name too. */
  items: z.array(
    z.object({
      name: z.string(),
      /** Null when no configured provider offers the model and the default replaces it. */
      provider: z.enum(['openai', 'google']).nullable(),
      /** The first provider's model for agents without an own one. */
      isDefault: z.boolean(),
      isOffered: z.boolean(),
      isPriced: z.boolean(),
      /** US dollars per million tokens; null without a price. */
      inputPrice: z.string().nullable(),
      outputPrice: z.string().nullable(),
      contextTokens: z.int().nullable(),
      /** Number of agents with this model, without deleted ones. */
      agents: z.int().min(0),
    }),
  ),
})
export type AgentModels = z.infer<typeof AgentModels>
