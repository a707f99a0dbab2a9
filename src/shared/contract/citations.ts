import { z } from 'zod'
import { COLLECTION_LIMITS } from '../limits-collections.ts'
import { Id } from './scalars.ts'
import { PassagePlace, SourceKind } from './sources.ts'

const number = z.int().min(1).max(COLLECTION_LIMITS.passagesPerReply)

/** A passage that a reply cites as `[number]`, without its text. */
export const Citation = PassagePlace.extend({
  number,
  /** Null once the source is deleted. */
  sourceId: z.nullable(Id),
  /** As it was called when the reply read it. */
  sourceName: z.string(),
  kind: SourceKind,
})
export type Citation = z.infer<typeof Citation>

/** The same with the text as the reply read it. */
export const CitedPassage = Citation.extend({
  text: z.string(),
  /** Of a page. */
  address: z.string().nullable(),
  /** The user's own collection that holds the source; null for a deleted source and one of the house. */
  collectionId: z.nullable(Id),
  /** Where it is in the source, from 0; null once the source was read again or is deleted. */
  position: z.nullable(z.int().min(0)),
  /** The text around it under the same page or heading, shortened; null where there is none, or the source has changed. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The user may fetch the file of the source. */
  hasFile: z.boolean(),
  /** The video that the subtitles belong to; null for other sources. */
  lesson: z.object({ title: z.string(), youtubeVideoId: z.string() }).nullable(),
})
export type CitedPassage = z.infer<typeof CitedPassage>

export const CitedPassageParams = z.object({
  messageId: Id,
  number: z.coerce
    .number({ error: 'Número inválido' })
    .int('Número inválido')
    .min(1, 'Número inválido')
    .max(COLLECTION_LIMITS.passagesPerReply, 'Número inválido'),
})
