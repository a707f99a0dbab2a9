import { z } from 'zod'

export const Health = z.object({ status: z.literal('ok') })
export const Readiness = z.object({
  status: z.literal('ok'),
  database: z.literal('ok'),
  /** Absent without Redis. While Redis is down the instance works alone and stays ready. */
  redis: z.enum(['ok', 'down']).optional(),
})
