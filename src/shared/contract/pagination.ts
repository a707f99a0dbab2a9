import { z } from 'zod'
import { LIMITS } from '../limits.ts'

const { pageDefault, pageMax } = LIMITS

/** Rows per page, from 1 to 100. */
export const pageLimit = (byDefault: number) =>
  z.coerce
    .number({ error: 'Limite inválido' })
    .int('Limite inválido')
    .min(1, 'Limite inválido')
    .max(pageMax, 'Limite inválido')
    .default(byDefault)

/** Query of every cursor-paged list. Cursors are opaque; an invalid one answers 400. */
export const PageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: pageLimit(pageDefault),
})
export type PageQuery = z.infer<typeof PageQuery>

/** One page of a list; `nextCursor` is null exactly when `hasMore` is false. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), hasMore: z.boolean() })

export type Page<T> = { items: T[]; nextCursor: string | null; hasMore: boolean }
