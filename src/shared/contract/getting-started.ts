import { z } from 'zod'

/** How far a newcomer has come, told by what is stored of them. */
export const FirstHours = z.object({
  /** The tour is still to be offered: they neither saw nor skipped it, and have no chat yet. */
  isTourDue: z.boolean(),
  /** The list of first steps was neither put away nor done. */
  isChecklistOpen: z.boolean(),
  steps: z.object({
    onboarding: z.boolean(),
    product: z.boolean(),
    chat: z.boolean(),
    /** They keep a document, a brand or an offer: what replies are saved as, beside products. */
    keeping: z.boolean(),
  }),
})
export type FirstHours = z.infer<typeof FirstHours>

/** Body of `PUT /me/first-hours`: what is over, for good and on every device. */
export const EndFirstHours = z.strictObject({ ended: z.enum(['tour', 'checklist'], 'Parte inválida') })
export type EndFirstHours = z.infer<typeof EndFirstHours>
