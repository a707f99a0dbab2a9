import { z } from 'zod'
import { Id, Timestamp } from './scalars.ts'

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
  /** What every account has at least: nobody buys it, and it is always there. */
  isFloor: z.boolean(),
  /** What it costs, as it is shown: "R$ 97 por mês". The provider says what is charged. */
  priceText: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Plan = z.infer<typeof Plan>
