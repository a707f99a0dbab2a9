import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'

/** A plan inside other entities. */
export const PlanName = z.object({ id: Id, displayName: z.string() })
export type PlanName = z.infer<typeof PlanName>

/** How many agents of the gallery a plan opens, of all. */
export const PlanAgents = z.object({ open: z.int().min(0), total: z.int().min(0) })
export type PlanAgents = z.infer<typeof PlanAgents>

/** A plan as everyone sees it. */
export const Plan = z.object({
  id: Id,
  /** Short and stable, for programs. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  monthlyMessageLimit: z.int().min(0),
  /** Messages of each user a day in America/Sao_Paulo; null for no limit. */
  dailyMessageLimit: z.int().nullable(),
  /** Room of each user, in megabytes of 1,000,000 bytes. */
  storageMegabytes: z.int(),
  /** Passages of each user's Acervo. */
  passageLimit: z.int(),
  /** Also opens the agents that are closed to the free plan and name no plans of their own. */
  allAgents: z.boolean(),
  agents: PlanAgents,
  /** The minimum of every account; not for sale and always present. */
  isFloor: z.boolean(),
  /** The displayed price, such as "R$ 97 por mês". The provider decides the real charge. */
  priceText: z.string().nullable(),
  /** Days before the first charge, once for people who never bought a plan; 0 for none. */
  trialDays: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>
