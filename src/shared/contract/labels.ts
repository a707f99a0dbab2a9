import { z } from 'zod'
import { Id, Timestamp } from './common.ts'

export const Label = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  order: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Label = z.infer<typeof Label>
