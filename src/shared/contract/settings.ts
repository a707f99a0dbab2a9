import { z } from 'zod'

/** What a browser must know about this installation before anybody signs in. */
export const Settings = z.object({
  /** No provider is configured: replies come from the demonstration model and say so. */
  demo: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
