import { z } from 'zod'
import { ChatSearchHit, ChatSearchQuery } from './chats.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

/** `limit` bounds each group; `cursor` continues the chats, and leaves the other groups empty. */
export const SearchQuery = ChatSearchQuery
export type SearchQuery = z.infer<typeof SearchQuery>

const Parts = ChatSearchHit.shape.title

/** A chat with everything found in it: by its title, by messages, or by both. */
export const FoundChat = z.object({
  chat: ChatSearchHit.shape.chat,
  title: Parts,
  /** Messages that match; `hasMorePassages` when there may be older ones. */
  passages: z.int().min(0),
  hasMorePassages: z.boolean(),
  /** The newest of them; null when only the title matches. */
  messageId: z.nullable(Id),
  snippet: Parts,
  /** The words found in that message, without accents and case: the chat marks them. */
  words: z.array(z.string()),
  writtenAt: Timestamp,
})
export type FoundChat = z.infer<typeof FoundChat>

/** A product, brand, offer, document or tutorial. The snippet is of its texts. */
export const FoundThing = z.object({ id: Id, name: Parts, snippet: Parts })
export type FoundThing = z.infer<typeof FoundThing>

const FoundThings = z.object({ items: z.array(FoundThing), hasMore: z.boolean() })

export const ThingKind = z.enum(['products', 'brands', 'offers', 'documents', 'tutorials'])
export type ThingKind = z.infer<typeof ThingKind>

/** Everything that a search finds, by kind. */
export const SearchResults = z.object({
  chats: pageOf(FoundChat),
  products: FoundThings,
  brands: FoundThings,
  offers: FoundThings,
  documents: FoundThings,
  tutorials: FoundThings,
})
export type SearchResults = z.infer<typeof SearchResults>
