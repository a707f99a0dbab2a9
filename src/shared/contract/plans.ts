import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'

/** A plan as everyone sees it. */
export const Plan = z.object({
  id: Id,
  /** Short and stable, for programs. */
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  monthlyMessageLimit: z.int().min(0),
  /** Also unlocks the agents that the free plan excludes. */
  allAgents: z.boolean(),
  /** The minimum of every account; not for sale and always present. */
  isFloor: z.boolean(),
  /** The displayed price, such as "R$ 97 por mês". The provider decides the real charge. */
  priceText: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>
