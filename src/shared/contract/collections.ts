import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { COLLECTION_LIMITS } from '../limits-collections.ts'
import { AssetPageQuery } from './assets.ts'
import { assetName } from './business-fields.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { descriptionLength } = COLLECTION_LIMITS
const TOO_LONG = `A descrição passa de ${descriptionLength} caracteres`

const name = assetName('Nome é obrigatório')
const description = mini
  .string({ error: 'Texto inválido' })
  .check(mini.trim(), mini.maxLength(descriptionLength, TOO_LONG), mini.refine(hasNoNul, NUL_TEXT))

/** Idempotent by `id`: the same id of the same person answers the same collection. */
export const CreateCollection = z.strictObject({
  id: z.optional(Id),
  name,
  description: mini._default(description, ''),
})
export type CreateCollection = z.infer<typeof CreateCollection>

export const UpdateCollection = z
  .strictObject({ name, description })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateCollection = z.infer<typeof UpdateCollection>

/** People who may write to an agent that reads the collection may download the files of its sources. */
const allowsDownload = mini.boolean({ error: 'Valor inválido' })

export const CreateHouseCollection = CreateCollection.extend({
  allowsDownload: mini._default(allowsDownload, false),
})
export type CreateHouseCollection = z.infer<typeof CreateHouseCollection>

export const UpdateHouseCollection = z
  .strictObject({ name, description, allowsDownload })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateHouseCollection = z.infer<typeof UpdateHouseCollection>

export const HouseCollectionForm = mini.object({ name, description, allowsDownload })
export type HouseCollectionForm = mini.infer<typeof HouseCollectionForm>

export const CollectionForm = mini.object({ name, description })
export type CollectionForm = mini.infer<typeof CollectionForm>

/** A group of sources of one person. */
export const Collection = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Sources, and those of them that are not read yet, or that failed. */
  sources: z.int().min(0),
  pending: z.int().min(0),
  failed: z.int().min(0),
  /** Passages that a search finds. */
  passages: z.int().min(0),
  bytes: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Collection = z.infer<typeof Collection>

/** All collections of the person, by name, with what all of them hold. */
export const Collections = z.object({
  items: z.array(Collection),
  passages: z.object({ used: z.int().min(0), limit: z.int().min(0) }),
  /** Passages that a search finds by meaning too; null when it finds words only. */
  meant: z.int().min(0).nullable(),
  /** Seconds of audio that were transcribed today, and may be; null when audio is not read. */
  audio: z.object({ used: z.int().min(0), limit: z.int().min(0) }).nullable(),
})
export type Collections = z.infer<typeof Collections>

/** A collection of the house, with the agents that read it. */
export const HouseCollection = Collection.extend({
  allowsDownload: z.boolean(),
  agents: z.array(z.object({ id: Id, name: z.string() })),
})
export type HouseCollection = z.infer<typeof HouseCollection>

export const HouseCollections = Collections.extend({ items: z.array(HouseCollection) })
export type HouseCollections = z.infer<typeof HouseCollections>

/** Agents whose replies of the last 30 days cite sources, the most first; test chats are not counted. */
export const AcervoUsage = z.object({
  items: z.array(z.object({ id: Id, name: z.string(), replies: z.int().min(1) })),
})
export type AcervoUsage = z.infer<typeof AcervoUsage>

export const CollectionParams = z.object({ collectionId: Id })

/** A collection, or a source that was read, to choose for a message. */
export const SourceChoice = z.object({
  kind: z.enum(['collection', 'source']),
  id: Id,
  name: z.string(),
  /** The number of a collection's sources, or the collection of a source. */
  detail: z.string(),
  /** Of the house, and read by the agent of the query. */
  isHouse: z.boolean(),
})
export type SourceChoice = z.infer<typeof SourceChoice>

export const SourceChoices = z.object({ items: z.array(SourceChoice) })
export type SourceChoices = z.infer<typeof SourceChoices>

/** `q` searches names, ignoring case and accents. With an agent, those of the house that it reads are listed too. */
export const SourceChoicesQuery = z.strictObject({
  q: AssetPageQuery.shape.q,
  agentId: z.optional(Id),
})
export type SourceChoicesQuery = z.infer<typeof SourceChoicesQuery>

/** As many as a message may name. */
const readableMax = 2 * LIMITS.contextItems

/** Ids of collections and sources, separated by commas. */
export const ReadableQuery = z.strictObject({
  agentId: Id,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(Id).max(readableMax, `São até ${readableMax} de cada vez`)),
})
export type ReadableQuery = z.infer<typeof ReadableQuery>

/** Those that a message to the agent may name, also while nothing of them was read. */
export const ReadableIds = z.object({ ids: z.array(Id) })
export type ReadableIds = z.infer<typeof ReadableIds>
