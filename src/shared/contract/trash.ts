import { z } from 'zod'
import * as mini from 'zod/mini'
import { AssetsQuery } from './assets.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

export const TrashKind = mini.enum(['chat', 'product', 'brand', 'offer', 'document'], 'Tipo inválido')
export type TrashKind = mini.infer<typeof TrashKind>

/** Something deleted that its own `restore` call can bring back until `restorableUntil`. */
export const TrashItem = z.object({
  kind: TrashKind,
  id: Id,
  /** Name, or title of a chat or document. */
  name: z.string(),
  deletedAt: Timestamp,
  restorableUntil: Timestamp,
})
export type TrashItem = z.infer<typeof TrashItem>

export const TrashPage = pageOf(TrashItem)
export type TrashPage = z.infer<typeof TrashPage>

/** `q` searches names, ignoring case and accents. */
export const TrashQuery = PageQuery.extend({ q: AssetsQuery.shape.q, kind: z.optional(TrashKind) })
export type TrashQuery = z.infer<typeof TrashQuery>

export const TrashParams = z.object({ kind: TrashKind, itemId: Id })

/** Number of items that are deleted for good. */
export const EmptiedTrash = z.object({ count: z.int() })
export type EmptiedTrash = z.infer<typeof EmptiedTrash>
