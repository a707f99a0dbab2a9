import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { agentFields as fields } from './agent-fields.ts'
import { Agent, AgentsQuery } from './agents.ts'
import { pageOf } from './pagination.ts'
import { hasNoRepeats, Id, idWith, Timestamp } from './scalars.ts'

const { agentsMax } = LIMITS

/** The agent's form: the call's body. */
export const AgentForm = mini.object(fields)
export type AgentForm = mini.infer<typeof AgentForm>

/** A new agent comes last in the gallery. */
export const CreateAgent = z.strictObject({
  ...fields,
  photoUrl: mini._default(fields.photoUrl, null),
  enableFreePlan: mini._default(fields.enableFreePlan, false),
  labelIds: mini._default(fields.labelIds, []),
  promptRecommendations: mini._default(fields.promptRecommendations, null),
  requiredContext: mini._default(fields.requiredContext, []),
  model: mini._default(fields.model, null),
})
export type CreateAgent = z.infer<typeof CreateAgent>

/** The one that was read; where another came since, the change is a CONFLICT whose `details.version` is the current one. */
const version = z.int('Versão inválida').min(1, 'Versão inválida').max(2_000_000_000, 'Versão inválida')

/** Fields that are left out stay. A prompt that differs becomes a new prompt version. */
export const UpdateAgent = z
  .strictObject(fields)
  .partial()
  .extend({ version })
  .refine((change) => Object.keys(change).length > 1, 'Nada para mudar')
export type UpdateAgent = z.infer<typeof UpdateAgent>

/** Body of what changes an agent without saying how. */
export const AgentGuard = z.strictObject({ version })

/** An agent as the administrators' table shows it: without its prompt. */
export const AdminAgentSummary = Agent.omit({ locked: true, available: true }).extend({
  model: z.string().nullable(),
  version: z.int(),
  /** Number of the prompt version in use. */
  promptVersion: z.int(),
  order: z.int(),
  usage: z.object({
    /** What people wrote to it in 30 days with today, in America/Sao_Paulo. */
    messages30d: z.int().min(0),
    /** Thumbs of all time. */
    approval: z.object({ up: z.int().min(0), down: z.int().min(0) }),
  }),
  deletedAt: z.nullable(Timestamp),
})
export type AdminAgentSummary = z.infer<typeof AdminAgentSummary>

/** An agent with everything. */
export const AdminAgent = AdminAgentSummary.extend({ systemPrompt: z.string() })
export type AdminAgent = z.infer<typeof AdminAgent>

export const AdminAgentsPage = pageOf(AdminAgentSummary)
export type AdminAgentsPage = z.infer<typeof AdminAgentsPage>

/** In the gallery's order; `deleted` lists what was removed instead, the last one first. */
export const AdminAgentsQuery = AgentsQuery.extend({
  deleted: z.stringbool({ error: 'Filtro inválido' }).default(false),
})
export type AdminAgentsQuery = z.infer<typeof AdminAgentsQuery>

export const DeletedAgent = z.object({ id: Id, deletedAt: Timestamp })
export type DeletedAgent = z.infer<typeof DeletedAgent>

/** Every agent that is not deleted, each once; anything else is a CONFLICT, since somebody added or removed one. */
export const AgentOrder = z.strictObject({
  ids: z
    .array(idWith('Invalid agent ID'))
    .max(agentsMax, 'Há agentes demais')
    .refine(hasNoRepeats, 'Há um agente repetido'),
})
export type AgentOrder = z.infer<typeof AgentOrder>

/** What the agent was told. */
export const AgentVersion = z.object({
  number: z.int(),
  systemPrompt: z.string(),
  /** Null for what came with the installation. */
  authorName: z.string().nullable(),
  isCurrent: z.boolean(),
  createdAt: Timestamp,
})
export type AgentVersion = z.infer<typeof AgentVersion>

/** The newest first. */
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
  /** No provider is configured: the demonstration writes every reply. */
  isDemo: z.boolean(),
  /** Any other name of the form's pattern can be typed. */
  items: z.array(
    z.object({
      name: z.string(),
      /** Who would be asked; null where no configured provider speaks it, and the default writes instead. */
      provider: z.enum(['openai', 'google']).nullable(),
      /** What replies are written with where an agent has no model of its own: by the first provider. */
      isDefault: z.boolean(),
      isPriced: z.boolean(),
      /** How many agents that are not deleted have chosen it. */
      agents: z.int().min(0),
    }),
  ),
})
export type AgentModels = z.infer<typeof AgentModels>
