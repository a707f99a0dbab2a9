import { z } from 'zod'

/** Settings of the installation that browsers need before sign-in. */
export const Settings = z.object({
  /** No provider is configured: the demo model writes the replies and says so. */
  demo: z.boolean(),
  /** Sign-in with Google is available. */
  google: z.boolean(),
  /** Published contact address, if any. */
  contactEmail: z.string().nullable(),
})
export type Settings = z.infer<typeof Settings>
