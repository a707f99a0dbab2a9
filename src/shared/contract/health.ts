import { z } from 'zod'

export const Health = z.object({ status: z.literal('ok') })
export const Readiness = z.object({
  status: z.literal('ok'),
  database: z.literal('ok'),
  /** Absent where there is no Redis. While it is down the instance goes on by itself, and is as ready. */
  redis: z.enum(['ok', 'down']).optional(),
})
