import { z } from 'zod'

/** Progress of a new user, derived from stored data. */
export const FirstHours = z.object({
  /** The checklist was neither dismissed nor completed. */
  isChecklistOpen: z.boolean(),
  steps: z.object({
    onboarding: z.boolean(),
    product: z.boolean(),
    chat: z.boolean(),
    /** The user has a document, brand or offer. */
    keeping: z.boolean(),
  }),
})
export type FirstHours = z.infer<typeof FirstHours>

/** Body of `PUT /me/first-hours`: ends a part for good, on every device. */
export const EndFirstHours = z.strictObject({ ended: z.literal('checklist', 'Parte inválida') })
export type EndFirstHours = z.infer<typeof EndFirstHours>
