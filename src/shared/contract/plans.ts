import { z } from 'zod'
import { Id, Timestamp } from './common.ts'

/** What an account may use, as everybody may read it. */
export const Plan = z.object({
  id: Id,
  /** Short and stable, for programs. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  monthlyMessageLimit: z.int().min(0),
  /** Opens also the agents that the free plan keeps locked. */
  allAgents: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>
