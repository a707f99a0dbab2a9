import { z } from 'zod'

/** What a browser must know about this installation before anybody signs in. */
export const Settings = z.object({
  /** No provider is configured: replies come from the demonstration model and say so. */
  demo: z.boolean(),
  /** People can sign in by Google. */
  google: z.boolean(),
  /** Where people write to, when the installation publishes an address. */
  contactEmail: z.string().nullable(),
})
export type Settings = z.infer<typeof Settings>
