import { z } from 'zod'

/** A piece of a search result; `isMatch` marks the searched text. */
export const TextPart = z.object({ text: z.string(), isMatch: z.boolean() })
export type TextPart = z.infer<typeof TextPart>
